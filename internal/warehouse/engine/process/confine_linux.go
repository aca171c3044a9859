package process

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// confined is in the environment of a process that has confined itself.
const confined = "BOARDWIRE_ENGINE_CONFINED=1"

// The library asks for the bounds of each thread's stack. For the main thread
// glibc reads /proc/self for it, which a confined process cannot (a rule for it
// does not outlive the start of a program). So the main thread is kept for the
// main goroutine, and Run works in another.
func init() {
	if slices.Contains(os.Environ(), confined) {
		runtime.LockOSThread()
	}
}

// confine takes from this process, for good and whatever the library does or a
// statement asks for, the files and the network that it does not need
// (Landlock). SQL has functions and table engines that read and write files
// and ask no right for it.
//
// The restriction holds for one thread and what it starts, so the program
// starts itself anew: where confine returns nil it has done so already.
func confine(cfg Config) error {
	if slices.Contains(os.Environ(), confined) {
		return nil
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	abi, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return fmt.Errorf("this kernel has no Landlock: %w", errno)
	}
	if err := os.MkdirAll(cfg.Data, 0o700); err != nil {
		return err
	}
	runtime.LockOSThread() // until the program is another
	rules, err := newRules(int(abi))
	if err != nil {
		return err
	}
	for _, r := range []struct {
		path   string
		rights uint64
	}{
		{cfg.Data, rules.all},
		{filepath.Dir(cfg.Socket), rules.all},
		{cfg.Library, reading},
		{self, reading},
		{"/lib", reading}, {"/lib64", reading}, {"/usr/lib", reading}, {"/usr/lib64", reading},
		{"/etc/ld.so.cache", reading},
		{"/usr/share/zoneinfo", reading}, {"/etc/localtime", reading}, {"/etc/timezone", reading},
		// Not /proc as a whole: it has the environment of other processes.
		{"/proc/meminfo", reading}, {"/proc/cpuinfo", reading}, {"/proc/sys", reading},
		{"/sys/fs/cgroup", reading}, {"/sys/devices/system", reading}, {"/sys/kernel/mm", reading},
		{"/dev/null", reading | unix.LANDLOCK_ACCESS_FS_WRITE_FILE}, {"/dev/urandom", reading},
	} {
		if err := rules.allow(r.path, r.rights); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("confine the engine to %s: %w", r.path, err)
		}
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("confine the engine: %w", err)
	}
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(rules.fd), 0, 0); errno != 0 {
		return fmt.Errorf("confine the engine: %w", errno)
	}
	return fmt.Errorf("start the confined engine: %w", syscall.Exec(self, os.Args, append(os.Environ(), confined)))
}

const reading = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR

// ofFiles are the rights that make sense for what is no folder.
const ofFiles = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE

type rules struct {
	fd  int
	all uint64 // every right of files and folders that this kernel knows
}

// newRules forbids every right of files, of TCP and of signals and abstract
// sockets out of the process, as far as the kernel knows them.
func newRules(abi int) (rules, error) {
	var a unix.LandlockRulesetAttr
	a.Handled_access_fs = unix.LANDLOCK_ACCESS_FS_MAKE_SYM<<1 - 1
	size := uintptr(8)
	if abi >= 2 {
		a.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if abi >= 3 {
		a.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if abi >= 4 {
		a.Handled_access_net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
		size = 16
	}
	if abi >= 5 {
		a.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	}
	if abi >= 6 {
		a.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
		size = 24
	}
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&a)), size, 0)
	if errno != 0 {
		return rules{}, fmt.Errorf("confine the engine: %w", errno)
	}
	unix.CloseOnExec(int(fd))
	return rules{int(fd), a.Handled_access_fs}, nil
}

func (r rules) allow(path string, rights uint64) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return err
	}
	if st.Mode&unix.S_IFMT != unix.S_IFDIR {
		rights &= ofFiles
	}
	p := unix.LandlockPathBeneathAttr{Allowed_access: rights, Parent_fd: int32(fd)}
	if _, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(r.fd), unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&p)), 0, 0, 0); errno != 0 {
		return errno
	}
	return nil
}
