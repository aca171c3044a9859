import { start } from "./page";

start();
