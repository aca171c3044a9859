package process

import (
	"fmt"
	"os"
	"path/filepath"
)

// The engine has one user of its own. What it may do is what the front's user
// may: everything in the databases, and nothing of files, networks, other
// servers, dictionaries, users or rights.
const users = `<clickhouse>
  <profiles><default/></profiles>
  <quotas><default/></quotas>
  <users>
    <default>
      <password/>
      <networks><ip>::/0</ip></networks>
      <profile>default</profile>
      <quota>default</quota>
      <grants>
        <query>GRANT SHOW DATABASES, SHOW TABLES, SHOW COLUMNS, SELECT, INSERT, ALTER, CREATE DATABASE, CREATE TABLE, CREATE VIEW, CREATE TEMPORARY TABLE, DROP DATABASE, DROP TABLE, DROP VIEW, TRUNCATE, OPTIMIZE, CHECK, KILL QUERY, SYSTEM MERGES, SYSTEM FLUSH, SYSTEM DROP CACHE ON *.*</query>
      </grants>
    </default>
  </users>
</clickhouse>
`

// dropped are tables that no right guards, gone until the process ends. The
// first sends threads a signal that is handled on whatever stack a thread has,
// and a goroutine's is too small for it; the second starts a program.
var dropped = []string{"system.stack_trace", "system.models"}

// A laptop runs a hall beside the engine: few threads, small caches.
const server = `<clickhouse>
  <users_config>%s</users_config>
  <max_server_memory_usage>%d</max_server_memory_usage>
  <background_pool_size>2</background_pool_size>
  <background_schedule_pool_size>4</background_schedule_pool_size>
  <mark_cache_size>67108864</mark_cache_size>
  <uncompressed_cache_size>0</uncompressed_cache_size>
</clickhouse>
`

// writeConfig makes the engine's two configuration files and returns the first.
// With a file named, the engine looks for none in the folders of its user.
func writeConfig(dir string, memory int64) (string, error) {
	u, s := filepath.Join(dir, "users.xml"), filepath.Join(dir, "engine.xml")
	if err := os.WriteFile(u, []byte(users), 0o600); err != nil {
		return "", err
	}
	return s, os.WriteFile(s, fmt.Appendf(nil, server, u, memory), 0o600)
}
