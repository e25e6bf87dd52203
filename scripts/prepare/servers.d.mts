/** Installs real servers for the tests of the terminal where that can be done without asking; else says what is missing. */
export function ensureServers(): string | null
