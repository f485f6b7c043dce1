// addPlay steps again and again at the chosen speed. The next step is asked for
// only when the one before was answered.
export function addPlay(app) {
  const { window } = app;
  let speed = 3;

  async function loop() {
    while (app.state.playing) {
      const began = window.performance.now();
      try {
        await app.moves.step();
      } catch (error) {
        app.update({ playing: false });
        if (!app.state.log.head.ended) app.update({ notice: { text: error.message } });
        return;
      }
      await pause(Math.max(1000 / speed - (window.performance.now() - began), 0));
    }
  }

  const pause = (ms) => new Promise((resolve) => window.setTimeout(resolve, ms));

  app.moves.play = () => {
    const playing = !app.state.playing;
    app.update({ playing });
    if (playing) loop();
  };
  app.moves.speed = (events) => {
    speed = events;
  };
}
