import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import process from 'node:process'

/** Whether packages can be installed without asking: as root on Debian and its kin. */
export function mayInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** Installs packages, from a list of them that is read anew where the old one does not do. */
export function installPackages(packages) {
  return apt(['install', ...packages]) || (apt(['update']) && apt(['install', ...packages]))
}

function apt(command) {
  const args = ['-qq', '-y', '--no-install-recommends', ...command]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 2] }).status === 0
}
