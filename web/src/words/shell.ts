/** The frame of every page: the places, the menu of the person, the banner, the shortcuts. */
export const PLACE = { inbox: "Inbox", projects: "Projects", ask: "Ask", reports: "Reports", developers: "Developers", settings: "Settings" };

export const shell = {
  skip: "Skip to content",
  search: "Search",
  menu: "Main menu",
  recent: "Your projects",
  waiting: "waiting",
  you: "Your menu",
  themes: { "": "Same as device", light: "Light", dark: "Dark" },
  shortcuts: "Keyboard shortcuts",
  signOut: "Sign out",
  lost: "You are offline. This page updates once you are online.",
  noPage: "Page not found",
  noPageWhy: "This address is old or mistyped.",
  toInbox: "Go to inbox",
  notLoaded: "This page didn’t load. Try again.",
};

export const keys = {
  title: "Keyboard shortcuts",
  lead: "They rest while you type.",
  close: "Close",
  on: "Use single keys during this visit",
  everywhere: "Everywhere",
  goTo: (place: string) => `Go to ${place}`,
  palette: "Search and commands",
  list: "Show shortcuts",
  submit: "Send a dialog",
  leave: "Leave a field",
  justNow: "Just now",
  undo: "Undo",
  shift: (key: string) => `Shift ${key}`,
};
