// Short ways to make elements. Text is always set as text.

export function make<K extends keyof HTMLElementTagNameMap>(tag: K, name = "", text = ""): HTMLElementTagNameMap[K] {
  const e = document.createElement(tag);
  if (name) e.className = name;
  if (text) e.textContent = text;
  return e;
}

export function button(text: string, name: string, press: (e: HTMLButtonElement) => void): HTMLButtonElement {
  const b = make("button", name, text);
  b.type = "button";
  b.addEventListener("click", () => press(b));
  return b;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
