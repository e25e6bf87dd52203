import type { EndpointInput } from '@netward/contract'
import type { TestPerson } from './test-app.ts'

export const tillTable = 'Device.NAT.PortMapping.'

type Input = EndpointInput<'POST /api/v1/device/template'>
type Content = Input['content']
type Selector = Input['selector']

/** One port mapping, keyed by its description. */
export const tillObject = {
  table: tillTable,
  key: [{ name: 'Description', value: 'till' }],
  values: [{ name: 'ExternalPort', value: '8443' }],
  only: false,
}

/**
 * Creates and applies a template of the person's company for all of its gateways, or the matching ones.
 * Returns its id.
 */
export async function applyTemplate(
  person: TestPerson,
  content: Partial<Content>,
  { name = 'Till', ...selector }: Partial<Selector> & { name?: string } = {},
): Promise<string> {
  const { data } = await person.call('POST /api/v1/device/template', {
    name,
    selector: { models: [], manufacturers: [], softwareVersions: [], tags: [], outletIds: [], ...selector },
    content: { values: [], objects: [], notifications: [], ...content },
    acknowledged: false,
  })
  const { templateId } = data
  await person.call('POST /api/v1/device/template/:templateId/apply', { templateId, version: 1 })
  return templateId
}

/** Creates and applies a template of the person's company that adds one port mapping. Returns its id. */
export const applyTillTemplate = (person: TestPerson) => applyTemplate(person, { objects: [tillObject] })
