package web

import (
	"log/slog"
	"net/http"
	"path"
	"strings"

	"github.com/lockviz/lockviz/lessons"
)

// Edition is what a workshop's author can change while the site is up: all
// lessons and challenges, or what is wrong with them.
type Edition struct {
	Lessons    []lessons.Lesson
	Challenges []lessons.Challenge
	Err        error
}

// content is what the pages show. It is replaced as a whole; nothing in it
// changes.
type content struct {
	catalog *catalog
	reading *reading
	wrong   []string // with the files as they are now, when these are older; each begins with file:line
}

func newContent(cfg Config) (*content, error) {
	c, err := loadCatalog(cfg)
	if err != nil {
		return nil, err
	}
	r, err := newReading(cfg.BasePath, c)
	return &content{catalog: c, reading: r}, err
}

func (s *Server) content() *content { return s.served.Load() }

// fresh reads lessons again that have changed, before a page is made of them.
func (s *Server) fresh(page http.HandlerFunc) http.HandlerFunc {
	if s.cfg.Changed == nil {
		return page
	}
	return func(w http.ResponseWriter, r *http.Request) {
		s.refresh()
		page(w, r)
	}
}

// refresh keeps what is there, with a word about it, when the new files cannot
// be served.
func (s *Server) refresh() {
	s.reread.Lock()
	defer s.reread.Unlock()
	edition, changed := s.cfg.Changed()
	if !changed {
		return
	}
	next, err := s.edition(edition)
	if err != nil {
		slog.Error("the lessons have changed and cannot be read; they are served as they were before", "err", err)
		old := *s.content()
		old.wrong = strings.Split(err.Error(), "\n")
		s.served.Store(&old)
		return
	}
	slog.Info("the lessons have changed and were read again", "lessons", len(edition.Lessons), "challenges", len(edition.Challenges))
	s.served.Store(next)
}

func (s *Server) edition(e Edition) (*content, error) {
	if e.Err != nil {
		return nil, e.Err
	}
	cfg := s.cfg
	cfg.Lessons, cfg.Challenges = e.Lessons, e.Challenges
	return newContent(cfg)
}

// wrongWith is what is wrong in the directory NN-slug.
func (c *content) wrongWith(slug string) (all []string) {
	for _, line := range c.wrong {
		file, _, _ := strings.Cut(line, ":")
		dir := path.Base(path.Dir(strings.ReplaceAll(file, "\\", "/")))
		if number, own := strings.CutSuffix(dir, "-"+slug); own && strings.Trim(number, "0123456789") == "" {
			all = append(all, line)
		}
	}
	return all
}
