import { releaseText } from '@netward/collector/probe-frames'
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

/**
 * For the holder of the release key, on a machine of their own: signs the built program of the probe, so that probes that
 * pinned the key upgrade to it. `node scripts/sign-probe.ts key.pem` makes the key where there is none, prints the public half
 * for `--release-key`, and writes apps/probe/dist/netward-probe.mjs.sig. The key does not belong on the server.
 */
const [keyFile] = process.argv.slice(2)
if (keyFile === undefined) {
  process.stderr.write('node scripts/sign-probe.ts <file of the private key>\n')
  process.exit(1)
}
const root = new URL('../apps/probe/', import.meta.url)
const program = fileURLToPath(new URL('dist/netward-probe.mjs', root))
const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string }
if (!existsSync(keyFile)) {
  const { privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(keyFile, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' })
}
const key = createPrivateKey(readFileSync(keyFile))
const sha256 = createHash('sha256').update(readFileSync(program)).digest('hex')
const signature = sign(null, Buffer.from(releaseText({ version, sha256 })), key).toString('base64')
writeFileSync(`${program}.sig`, `${signature}\n`)
const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')
process.stdout.write(`version ${version}\nsha256 ${sha256}\n--release-key ${publicKey}\n`)
