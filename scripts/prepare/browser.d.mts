/** The Chromium that tests drive, or null. */
export function findBrowser(): string | null

/** Installs one where that can be done without asking; `missing` says in words what the person can do. */
export function ensureBrowser(): { browser: string; missing: null } | { browser: null; missing: string }
