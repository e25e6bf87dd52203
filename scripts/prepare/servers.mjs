import { existsSync } from 'node:fs'
import process from 'node:process'
import { installPackages, mayInstall } from './debian.mjs'

/** What the tests of the terminal sign in to, beside servers of their own. */
const servers = [
  { file: '/usr/sbin/sshd', packageName: 'openssh-server' },
  { file: '/usr/sbin/telnetd', packageName: 'inetutils-telnetd' },
]

/**
 * Installs them where no confirmation is needed. Not where services start automatically: installing would
 * open an SSH port on the user's machine. @returns what is missing, as a message; null if nothing.
 */
export function ensureServers() {
  const absent = () => servers.filter(({ file }) => !existsSync(file)).map(({ packageName }) => packageName)
  const wanted = absent()
  if (wanted.length > 0 && mayInstall() && !existsSync('/run/systemd/system')) {
    process.stderr.write(
      `Installing servers for the tests of the terminal (apt-get install ${wanted.join(' ')}).\n`,
    )
    installPackages(wanted)
  }
  const missing = absent()
  return missing.length === 0
    ? null
    : `There is no ${missing.join(' and no ')}: install it, and the terminal is tested with the real server too.`
}
