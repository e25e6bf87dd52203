import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import process from 'node:process'

/** Whether packages can be installed without confirmation: as root on Debian and derivatives. */
export function mayInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** Installs packages; refreshes the package list if the old one fails. */
export function installPackages(packages) {
  return apt(['install', ...packages]) || (apt(['update']) && apt(['install', ...packages]))
}

function apt(command) {
  const args = ['-qq', '-y', '--no-install-recommends', ...command]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 2] }).status === 0
}
