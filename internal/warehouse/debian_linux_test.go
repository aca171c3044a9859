package warehouse

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2"
	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"

	"boardwire/internal/testport"
)

// debianServer is where Debian's clickhouse-server (18.16) puts its program.
var debianServer = cmp.Or(os.Getenv("BOARDWIRE_CLICKHOUSE_SERVER"), "/usr/sbin/clickhouse-server")

// oldServer is an old server on a free port of the loopback.
type oldServer struct {
	t      *testing.T
	config string
	addr   string
	cmd    *exec.Cmd
	ended  chan error
}

const oldConfig = `<yandex>
  <logger><level>warning</level><log>%[1]s/log</log><errorlog>%[1]s/err</errorlog></logger>
  <listen_host>127.0.0.1</listen_host>
  <tcp_port>%[2]d</tcp_port>
  <path>%[1]s/data/</path>
  <tmp_path>%[1]s/tmp/</tmp_path>
  <users_config>%[1]s/users.xml</users_config>
  <default_profile>default</default_profile>
  <default_database>default</default_database>
  <mark_cache_size>67108864</mark_cache_size>
</yandex>
`

const oldUsers = `<yandex>
  <profiles><default/></profiles>
  <quotas><default/></quotas>
  <users><default>
    <password/><profile>default</profile><quota>default</quota>
    <networks><ip>127.0.0.1</ip></networks>
  </default></users>
</yandex>
`

func newOldServer(t *testing.T) *oldServer {
	t.Helper()
	if _, err := os.Stat(debianServer); err != nil {
		t.Skipf("SKIPPED: Debian's clickhouse-server is not installed, so the native protocol of an old server was not tested: %v", err)
	}
	port := testport.Free(t, 1)
	dir := t.TempDir()
	s := &oldServer{t: t, config: filepath.Join(dir, "config.xml"), addr: fmt.Sprintf("127.0.0.1:%d", port)}
	for name, text := range map[string]string{"config.xml": fmt.Sprintf(oldConfig, dir, port), "users.xml": oldUsers} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(s.kill)
	s.start()
	return s
}

func (s *oldServer) start() {
	s.t.Helper()
	s.cmd = exec.Command(debianServer, "--config-file="+s.config)
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.ended = make(chan error, 1)
	go func(cmd *exec.Cmd, ended chan error) { ended <- cmd.Wait() }(s.cmd, s.ended)
	for limit := time.Now().Add(30 * time.Second); ; {
		c, err := net.Dial("tcp", s.addr)
		if err == nil {
			c.Close()
			return
		}
		if time.Now().After(limit) {
			s.t.Fatalf("clickhouse-server does not listen: %v", err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func (s *oldServer) kill() {
	if s.cmd != nil {
		s.cmd.Process.Kill()
		<-s.ended
		s.cmd = nil
	}
}

// The driver's native protocol against the oldest server that it meets: a plain
// table with times as integers, columns named in the insert, no settings. The
// server is killed during inserts; what was acknowledged is there, and batches
// that were tried again are told by their ids. Our own schema needs a newer
// server (LowCardinality, codecs, DateTime64).
func TestNativeProtocolOfAnOldServer(t *testing.T) {
	s := newOldServer(t)
	conn, err := clickhouse.Open(&clickhouse.Options{
		Addr: []string{s.addr}, DialTimeout: 2 * time.Second, ReadTimeout: 5 * time.Second, ConnMaxLifetime: time.Minute,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.Exec(t.Context(), "CREATE TABLE facts (seq UInt64, game String, type String, at_ns Int64) ENGINE = MergeTree ORDER BY seq"); err != nil {
		t.Fatal(err)
	}
	const batches, size, kills = 30, 500, 3
	acknowledged, restarts := 0, 0
	for b := range batches {
		if b%(batches/kills) == batches/kills/2 {
			// In the middle of what follows.
			go func() { time.Sleep(3 * time.Millisecond); syscall.Kill(s.cmd.Process.Pid, syscall.SIGKILL) }()
		}
		for limit := time.Now().Add(30 * time.Second); ; {
			err := oldInsert(t.Context(), conn, uint64(b*size), size)
			if err == nil {
				acknowledged += size
				break
			}
			if time.Now().After(limit) {
				t.Fatalf("batch %d: %v", b, err)
			}
			select {
			case <-s.ended:
				restarts++
				s.start()
			case <-time.After(20 * time.Millisecond):
			}
		}
	}
	rows, different := ask[uint64](t, conn, "SELECT count() FROM facts"), ask[uint64](t, conn, "SELECT uniqExact(seq) FROM facts")
	if different != uint64(acknowledged) || acknowledged != batches*size {
		t.Errorf("%d different rows, %d acknowledged, want %d", different, acknowledged, batches*size)
	}
	if sum, want := ask[uint64](t, conn, "SELECT sum(s) FROM (SELECT any(seq) AS s FROM facts GROUP BY seq)"), uint64(batches*size*(batches*size-1)/2); sum != want {
		t.Errorf("the rows add up to %d, want %d", sum, want)
	}
	if restarts != kills {
		t.Errorf("the server was started again %d times, want %d", restarts, kills)
	}
	t.Logf("%d rows, %d of them twice", rows, rows-different)
}

func oldInsert(ctx context.Context, conn driver.Conn, from uint64, n int) error {
	seqs, games, types, times := make([]uint64, n), make([]string, n), make([]string, n), make([]int64, n)
	for i := range n {
		seqs[i], games[i], types[i], times[i] = from+uint64(i), "open.1.1", "move.v1.made", began.UnixNano()+int64(i)
	}
	batch, err := conn.PrepareBatch(ctx, "INSERT INTO facts (seq, game, type, at_ns)")
	if err != nil {
		return err
	}
	defer batch.Close()
	err = errors.Join(batch.Column(0).Append(seqs), batch.Column(1).Append(games), batch.Column(2).Append(types), batch.Column(3).Append(times))
	if err != nil {
		return err
	}
	return batch.Send()
}
