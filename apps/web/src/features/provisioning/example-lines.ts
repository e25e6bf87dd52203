import type { EndpointOutput } from '@netward/contract'
import { formOf, type Setting } from './setting.ts'
import type { TemplateVersion } from './template.ts'

type Content = TemplateVersion['content']
export type ExampleGateway = NonNullable<EndpointOutput<'POST /api/v1/device/template-example'>['gateway']>

export interface ExampleLine {
  text: string
  /** Variables without a value on the gateway: nothing is applied there. */
  missing: string[]
}

const variable = /\{\{\s*([A-Za-z0-9._-]+)\s*\}\}/g

/** What a template sets on one gateway, a line per value; entries of the other data model are left out. */
export function exampleLines(
  content: Content,
  { root, variables }: Pick<ExampleGateway, 'root' | 'variables'>,
  words: { secret: string; setting: (setting: Setting) => string },
): ExampleLine[] {
  const isMine = (path: string) => root === null || path.startsWith(root)
  const filled = (value: string, line: (value: string) => string): ExampleLine => {
    const missing: string[] = []
    const reported = value.replaceAll(variable, (whole, name: string) => {
      if (name.startsWith('secret.')) return words.secret
      if (!Object.hasOwn(variables, name)) missing.push(whole)
      return variables[name] ?? whole
    })
    return { text: line(reported), missing }
  }
  return [
    ...content.settings
      .filter(({ value }) => value !== '')
      .map((setting) =>
        formOf(setting.section, setting.field)?.kind === 'secret'
          ? { text: words.setting({ ...setting, value: words.secret }), missing: [] }
          : filled(setting.value, (value) => words.setting({ ...setting, value })),
      ),
    ...content.values
      .filter(({ path }) => path !== '' && isMine(path))
      .map(({ path, value }) => filled(value, (reported) => `${path} = ${reported}`)),
    ...content.objects
      .filter(({ table }) => table !== '' && isMine(table))
      .flatMap(({ table, key, values }) => {
        const keyText = key.map(({ name, value }) => `${name}=${value}`).join(', ')
        const instance = `${table}[${keyText}]`
        return [
          filled(instance, (reported) => reported),
          ...values.map(({ name, value }) =>
            filled(value, (reported) => `${table}[…].${name} = ${reported}`),
          ),
        ]
      }),
  ]
}
