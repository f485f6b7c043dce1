/* A wall clock that the test moves, to preload into redis-server: it reads
 * what is in the file that LOCKVIZ_CLOCK names, nanoseconds since 1970 in eight
 * bytes, and stands still in between. Monotonic clocks are left alone. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile long long *now; /* not there until the program starts */

__attribute__((constructor)) static void attach(void) {
    int fd = open(getenv("LOCKVIZ_CLOCK"), O_RDONLY);
    void *file = mmap(NULL, sizeof *now, PROT_READ, MAP_SHARED, fd, 0);
    if (file == MAP_FAILED) abort();
    now = file;
}

int clock_gettime(clockid_t id, struct timespec *ts) {
    if (id != CLOCK_REALTIME || now == NULL) return syscall(SYS_clock_gettime, id, ts);
    long long ns = *now;
    ts->tv_sec = ns / 1000000000;
    ts->tv_nsec = ns % 1000000000;
    return 0;
}

int gettimeofday(struct timeval *tv, void *zone) {
    struct timespec ts;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &ts);
    tv->tv_sec = ts.tv_sec;
    tv->tv_usec = ts.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *t) {
    struct timespec ts;
    clock_gettime(CLOCK_REALTIME, &ts);
    if (t != NULL) *t = ts.tv_sec;
    return ts.tv_sec;
}
