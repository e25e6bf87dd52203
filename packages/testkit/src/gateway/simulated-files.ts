import type { ParameterTree } from './parameter-tree.ts'

/**
 * A firmware image of a simulated gateway: the line `NETWARD-SIMULATED-IMAGE 1`, a line of JSON
 * `{"productClass": "LR200", "version": "5.0.1"}` (an empty product class fits every model), then arbitrary
 * bytes.
 */
export interface SimulatedImage {
  productClass: string
  version: string
}

const magic = 'NETWARD-SIMULATED-IMAGE 1\n'

/** An image of `bytes` bytes, or at least its header. */
export function simulatedImage(image: SimulatedImage, bytes = 0): Buffer {
  const head = Buffer.from(`${magic}${JSON.stringify(image)}\n`)
  return Buffer.concat([head, Buffer.alloc(Math.max(0, bytes - head.length), 0x5a)])
}

/** Null if the bytes are not an image. */
export function readSimulatedImage(content: Buffer): SimulatedImage | null {
  if (content.toString('latin1', 0, magic.length) !== magic) return null
  const end = content.indexOf('\n', magic.length)
  const parsed = parse(content.toString('utf8', magic.length, end === -1 ? content.length : end))
  const { productClass, version } = (parsed ?? {}) as Partial<SimulatedImage>
  return typeof productClass === 'string' && typeof version === 'string' ? { productClass, version } : null
}

/**
 * ACS address and identity stay unchanged: another gateway's configuration must not transfer its identity.
 */
const keptOut = /\.(?:ManagementServer|DeviceInfo)\./

/**
 * The configuration file of a simulated gateway: JSON of its writable parameters by path, including secrets.
 */
export function configurationOf(tree: ParameterTree): Buffer {
  const names = tree.names('', false)
  const entries = (Array.isArray(names) ? names : [])
    .filter(({ name, writable }) => writable && !name.endsWith('.') && !keptOut.test(name))
    .map(({ name }) => [name, tree.get(name)])
  return Buffer.from(JSON.stringify(Object.fromEntries(entries), null, 1))
}

/** False if the bytes are not a configuration. */
export function applyConfiguration(tree: ParameterTree, content: Buffer): boolean {
  const parsed = parse(content.toString('utf8'))
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return false
  for (const [name, value] of Object.entries(parsed)) {
    if (typeof value === 'string' && tree.has(name) && !keptOut.test(name)) tree.put(name, value)
  }
  return true
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
