import type { Named } from "./common";

/** What a mail's link leads to, a proof of who one is, and whether an app may be connected. */
export const stepUp = {
  title: "Confirm it’s you",
  lead: "We ask again before important changes, in case someone else is using your device.",
  confirm: "Confirm", passkey: "Use a passkey", code: "Code from your app", orCode: "Or a code from your app", password: "Password",
};

export const forgot = {
  lead: "We email you a link to set a new one.",
  send: "Send link",
  sent: ((it) => ["If ", it, " has an account, we sent it a link. The link works for 30 minutes."]) as Named,
  resetTitle: "Set a new password",
  resetLead: "This signs you out everywhere. Your API keys keep working.",
  new: "New password", set: "Set password",
  done: ((it) => [it, " has a new password. Sign in with it."]) as Named,
  over: "To get a new link, choose “Forgot your password?” on the sign-in page.",
};

interface LinkPage {
  title: string;
  lead: string;
  act: string;
  /** What is said afterwards: above, and of the address. */
  titleDone: string;
  done: Named;
  /** What to do about a link that is over. */
  over: string;
}

export const links: Record<"verify" | "newAddress" | "undoAddress" | "agree" | "withdraw" | "unsubscribe", LinkPage> = {
  verify: {
    title: "Confirm your email address", lead: "We can then email you when something needs you, and send you your reports.", act: "Confirm address",
    titleDone: "Email address confirmed", done: (it) => [it, " is confirmed."], over: "Sign in and open Settings to get a new email.",
  },
  newAddress: {
    title: "Confirm your new email address", lead: "You then sign in with this address and get your mail here. You can undo this from the old address for 7 days.", act: "Confirm address",
    titleDone: "New email address confirmed", done: (it) => ["You now sign in as ", it, "."], over: "Change the address again in Settings. The link also ends when your password changes.",
  },
  undoAddress: {
    title: "Undo the change of address?", lead: "You sign in with your old address again. This signs you out everywhere and removes your password. We email you a link to set a new one.", act: "Undo the change",
    titleDone: "Your old address is back", done: (it) => ["We sent a link to ", it, ". Set a new password with it."], over: "You can undo a change once, within 7 days.",
  },
  agree: {
    title: "Be a backup approver?", lead: "If the person who added you doesn’t answer in time, we email you the document and you decide. You need no account.", act: "Agree",
    titleDone: "You are a backup approver", done: (it) => ["Thank you. We may ask ", it, " from now on."], over: "Ask the person who added you for a new email.",
  },
  withdraw: {
    title: "Stop being an approver?", lead: "The person who added you sees that you declined. They can’t invite you again for 30 days.", act: "Stop asking me",
    titleDone: "You are no longer an approver", done: (it) => ["We won’t ask ", it, " again."], over: "Use the link in the newest email.",
  },
  unsubscribe: {
    title: "Stop these emails?", lead: "You can switch them on again in Settings.", act: "Stop these emails",
    titleDone: "Emails stopped", done: (it) => [it], over: "Choose in Settings which emails you get.",
  },
};

export const unsubscribed: Record<string, string> = { reports: "We no longer email you reports.", needs_you: "We no longer email you when something needs you." };

/** Whether an app may be connected. */
export const connect = {
  page: "Connect an app",
  title: ((it) => ["Connect ", it, "?"]) as Named,
  account: ((name, email) => ["It wants to use your account ", name, " (", email, ")."]) as Named,
  belongs: ((it) => ["It belongs to ", it]) as Named,
  known: "Verified domain",
  calls: ((it) => ["It calls itself “", it, "”. Anyone can choose any name."]) as Named,
  unverified: "Unverified",
  returns: ((it) => ["You then return to ", it]) as Named,
  asked: ((address, when) => ["It asked from ", address, ", ", when]) as Named,
  here: "Your address", elsewhere: "Not your address",
  warning: "Allow this only if you just started it yourself, in an app that you trust.",
  shown: "Allow this only if you just started it yourself and it shows you this very code. Deny it if somebody sent you the code.",
  may: "It will be able to:",
  end: "You can disconnect it at any time under Developers, Connections.",
  key: "It gets an API key for 90 days at most. You can revoke the key at any time under Developers, Keys.",
  allow: "Allow", deny: "Deny",
  done: ((it) => ["Done. Go back to ", it, ". You can close this page."]) as Named,
  denied: ((it) => ["Denied: ", it, " gets no access. You can close this page."]) as Named,
};

/** Where a program's code is typed in. */
export const device = {
  title: "Sign in on a device",
  lead: "Enter the code that your program shows.",
  check: "Check that your program shows this code. If somebody sent you the link, close this page.",
  code: "Code", next: "Continue",
};
