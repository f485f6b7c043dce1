package e2e

import (
	"testing"

	"github.com/lockviz/lockviz/e2e/browser"
)

// Labs of every kind, after their run, and lessons with a prediction that is locked:
// in every theme, and at every size without a title that is cut off.
func TestEveryKindOfLabInEveryThemeAndSize(t *testing.T) {
	for _, path := range []string{"/lab/mutex", "/lab/redis-replica", "/lab/redlock", "/scenarios/zookeeper-herd",
		"/lessons/why-a-mutex-does-not-cross-machines", "/lessons/etcd-lease-lock-revision"} {
		t.Run(path, func(t *testing.T) {
			l := openLab(t, 1366, 768, path)
			lesson, err := browser.Eval[bool](l.Page, `document.querySelector("[data-step]") !== null`)
			check(t, err)
			if lesson {
				l.click("[data-lesson-next]")
				lessonLab{l}.predict()
			}
			l.runTo("end")
			l.see("the end", `/(\d+) of \1, end/.test(document.querySelector("[data-count]").textContent)`)
			// Else a hint may lie half below the column's foot, and count as too small.
			check(t, l.Do(browser.Script(`document.querySelector(".lesson")?.scrollTo(0, 1e6)`)))
			for _, name := range themes {
				theme(t, l.Page, name)
				axe(t, l.Page)
			}
			theme(t, l.Page, "light")
			for _, s := range screens {
				check(t, l.Resize(s.width, s.height))
				l.see("no sideways scroll", `document.documentElement.scrollWidth <= document.documentElement.clientWidth`)
				l.see("the whole title", `(e => e.scrollWidth <= e.clientWidth)(document.querySelector(".bar__title"))`)
			}
		})
	}
}
