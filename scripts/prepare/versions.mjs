import process from 'node:process'
import { Refusal } from './refusal.mjs'

/** The minimum Node for installing the packages; the project itself runs on the one that they include. */
const leastNode = [20, 19]
const leastNpm = [10, 0]

/** @throws Refusal when Node or npm is too old. */
export function checkVersions(node = process.versions.node, agent = process.env.npm_config_user_agent ?? '') {
  if (isOlder(node, leastNode)) {
    throw new Refusal(`Netward needs Node ${leastNode.join('.')} or newer to install; this is ${node}`)
  }
  const npm = /^npm\/(\S+)/.exec(agent)?.[1]
  if (npm && isOlder(npm, leastNpm)) {
    throw new Refusal(`Netward needs npm ${leastNpm[0]} or newer; this is ${npm}`)
  }
}

function isOlder(version, [major, minor]) {
  const [givenMajor, givenMinor] = version.split('.').map(Number)
  return givenMajor < major || (givenMajor === major && givenMinor < minor)
}
