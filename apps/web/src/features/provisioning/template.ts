import type { EndpointInput, EndpointKey, EndpointOutput } from '@netward/contract'

export const templateList = 'POST /api/v1/device/template/lists'
export const templateDetail = 'GET /api/v1/device/template/:templateId'
export const secretList = 'GET /api/v1/device/template-secrets'

export type TemplateRow = EndpointOutput<typeof templateList>['items'][number]
export type TemplateVersion = EndpointOutput<typeof templateDetail>['version']
export type TemplateValues = Omit<EndpointInput<'POST /api/v1/device/template'>, never>

export const afterChange: readonly EndpointKey[] = [templateList, templateDetail]

export const emptyTemplate: TemplateValues = {
  name: '',
  selector: { models: [], manufacturers: [], softwareVersions: [], tags: [], outletIds: [] },
  content: { values: [], objects: [], notifications: [] },
  acknowledged: false,
}

/** A version in lines of text, one for each thing that it says: two of them are compared line by line. */
export function linesOf({ selector, content }: Pick<TemplateVersion, 'selector' | 'content'>): string[] {
  return [
    ...Object.entries(selector)
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => `${name}: ${values.join(', ')}`),
    ...content.values.map(({ path, value }) => `${path} = ${value}`),
    ...content.objects.flatMap(({ table, key, values, only }) => {
      const instance = `${table}[${key.map(({ name, value }) => `${name}=${value}`).join(',')}]`
      return [
        `${instance}${only ? ' !' : ''}`,
        ...values.map(({ name, value }) => `${instance}.${name} = ${value}`),
      ]
    }),
    ...content.notifications.map(({ path, level }) => `${path} @ ${level}`),
  ]
}

/** What only one of two versions says. */
export function changesBetween(before: readonly string[], after: readonly string[]) {
  return {
    removed: before.filter((line) => !after.includes(line)),
    added: after.filter((line) => !before.includes(line)),
  }
}
