import { parsePlace, renderPlace } from "./store/page-place.ts";
import { PageStore } from "./store/page-store.ts";
import { Preferences } from "./text/preferences.ts";
import { createSessionCard } from "./views/create-session-card.ts";
import { definePage } from "./views/define-page.ts";
import { TermwirePage } from "./views/termwire-page.ts";
import { openWebSocket } from "./wire/open-web-socket.ts";
import { createReconnectingSocket } from "./wire/reconnecting-socket.ts";

const preferences = new Preferences(localStorage, navigator.languages);
const page = document.querySelector("termwire-page");
let isDrawPending = false;

/** Draws at most once a frame, however much comes. */
function draw(): void {
  if (isDrawPending) return;
  isDrawPending = true;
  requestAnimationFrame(() => {
    isDrawPending = false;
    if (page instanceof TermwirePage) page.requestUpdate();
  });
}

const store: PageStore = new PageStore({
  connect: (agentId, listener) =>
    createReconnectingSocket({
      ...listener,
      open: (socketListener) => openWebSocket(agentId, socketListener),
      wait: (callback, delayMs) => {
        const timer = setTimeout(callback, delayMs);
        return () => clearTimeout(timer);
      },
    }),
  createCard: () =>
    createSessionCard({
      onStop: ({ id }) => page instanceof TermwirePage && page.stopTerminal(id),
      onInput: ({ id, bytes }) => {
        if (store.session !== undefined) void store.actions.type(store.session, id, bytes);
      },
      onResize: ({ id, size }) => {
        if (store.session !== undefined) void store.actions.resize(store.session, id, size);
      },
    }),
  place: parsePlace(location.hash),
  onPlace: (place) => history.replaceState(null, "", `${location.pathname}${renderPlace(place)}`),
  onChange: draw,
  nowMs: Date.now,
});

function showPreferences(): void {
  const { documentElement } = document;
  documentElement.lang = preferences.language;
  documentElement.dataset["theme"] = preferences.theme;
  draw();
}

definePage();
if (page instanceof TermwirePage) Object.assign(page, { store, preferences });
preferences.subscribe(showPreferences);
showPreferences();
store.start();
addEventListener("online", () => store.retry());
