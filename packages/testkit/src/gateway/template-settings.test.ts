import { templateSettings, templateSettingSections } from '@netward/contract/template-settings'
import { type Field, GatewayTree, isDangerousPath, type KnownParameter, readSection } from '@netward/cwmp'
import { describe, expect, test } from 'vitest'
import { tr098Template } from './tr098.ts'
import { tr181Template } from './tr181.ts'

const templates = { 'Device.': tr181Template, 'InternetGatewayDevice.': tr098Template } as const

/** Unchanged, and with a PPP session as WAN. */
const trees = (Object.keys(templates) as (keyof typeof templates)[]).flatMap((root) => {
  const known = new Map(
    [...templates[root]().parameters].map(([path, { type, value, writable }]): [string, KnownParameter] => [
      path,
      { value, type, writable, readAt: null },
    ]),
  )
  const layers = 'Device.IP.Interface.2.LowerLayers'
  const before = known.get(layers)
  const dialled = new Map(known)
  if (before) dialled.set(layers, { ...before, value: 'Device.PPP.Interface.1.' })
  return [new GatewayTree(root, known), new GatewayTree(root, dialled)]
})

describe.each(templateSettingSections)('what templates may set of %s', (section) => {
  const { fields, dangerous } = templateSettings[section]
  const written = trees
    .flatMap((tree) => readSection(tree, section))
    .flatMap((instance) => instance.fields.filter(({ writable }) => writable === true))
  const byKey = Map.groupBy(written, ({ key }) => key)

  test('is what the vocabulary writes, but for names, which gateways give themselves', () => {
    const known = [...byKey.keys()].filter((key) => key !== 'name')
    expect(Object.keys(fields).toSorted()).toEqual(known.toSorted())
  })

  test.each(Object.entries(fields))('%s takes what every data model takes', (key, form) => {
    const all = byKey.get(key as Field['key']) ?? []
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set([form.kind]))
    const strictest = {
      ...(form.kind === 'number' && {
        min: Math.max(...all.map(({ min }) => min ?? 0)),
        max: Math.min(...all.map(({ max }) => max ?? Infinity)),
      }),
      ...(['text', 'secret'].includes(form.kind) && {
        maxLength: Math.min(...all.map(({ maxLength }) => maxLength ?? Infinity)),
      }),
    }
    const { min, max, maxLength } = form
    expect(JSON.parse(JSON.stringify({ min, max, maxLength }))).toEqual(strictest)
    // Not every gateway supports each.
    for (const { choices } of all) expect(form.choices ?? []).toEqual(expect.arrayContaining(choices ?? []))
    const empty = all.some((field) => !('refusal' in field.write('')))
    expect(form.optional === true).toBe(empty && form.kind !== 'secret')
  })

  test('asks twice where it may cut a gateway off, and never touches how it is managed', () => {
    const paths = written.filter(({ key }) => key !== 'name').flatMap((field) => field.paths)
    expect(paths.some(isDangerousPath)).toBe(dangerous)
    expect(paths.filter((path) => path.includes('.ManagementServer.'))).toEqual([])
  })
})
