import { GatewayTree, type KnownParameter, readSection, termPaths } from '@netward/cwmp'
import { expect, test } from 'vitest'
import { tr098Template } from './tr098.ts'
import { tr181Template } from './tr181.ts'

const templates = { 'Device.': tr181Template, 'InternetGatewayDevice.': tr098Template } as const

/** Any instance of a table: simulated gateways have numbers with gaps. */
const anyInstance = (path: string) => path.replaceAll(/\.\d+(?=\.)/g, '.#')

test.each(Object.keys(templates) as (keyof typeof templates)[])(
  'paths offered for words are those that the vocabulary reads them from (%s)',
  (root) => {
    const parameters = [...templates[root]().parameters].map(([path, { type, value, writable }]) => {
      const known: KnownParameter = { value, type, writable, readAt: null }
      return [path, known] as const
    })
    // Unchanged, and with a PPP session as WAN.
    const known = new Map(parameters)
    const dialled = new Map(known)
    const layers = 'Device.IP.Interface.2.LowerLayers'
    const before = known.get(layers)
    if (before) dialled.set(layers, { ...before, value: 'Device.PPP.Interface.1.' })
    const offered = termPaths.filter(({ path, term }) => path.startsWith(root) && term !== null)
    const sections = [...new Set(offered.map(({ section }) => section))]
    const read = [known, dialled].flatMap((values) => {
      const tree = new GatewayTree(root, values)
      return sections.flatMap((section) =>
        readSection(tree, section).flatMap(({ fields }) =>
          fields
            .filter(({ writable }) => writable === true)
            .map(({ key, path }) => `${section} ${key} ${anyInstance(path)}`),
        ),
      )
    })
    const wrong = offered.filter(
      ({ section, term, path }) => !read.includes(`${section} ${term} ${anyInstance(path)}`),
    )
    expect(wrong).toEqual([])
  },
)
