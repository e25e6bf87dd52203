import { type TemplateField, templateSettings } from '@netward/contract/template-settings'

interface Setting {
  readonly section: string
  readonly field: string
  readonly value: string
}

interface Template {
  readonly selector: object
  readonly content: {
    readonly settings: readonly object[]
    readonly values: readonly { readonly path: string; readonly value: string }[]
  }
}

const secretPath = /pass(?:word|phrase)|secret|presharedkey|wepkey|community|privatekey/i
export const masked = '******'

/** A template refers to secrets by name; one that somebody wrote in the clear is not read by the assistant. */
const isHidden = (value: string): boolean => value !== '' && !value.includes('{{')

const sections = templateSettings as Readonly<
  Record<string, { readonly fields: Readonly<Record<string, TemplateField>> }>
>

export function maskedSettings<S extends object>(settings: readonly S[]): S[] {
  return settings.map((one) => {
    const { section, field, value } = one as unknown as Setting
    return sections[section]?.fields[field]?.kind === 'secret' && isHidden(value)
      ? { ...one, value: masked }
      : one
  })
}

export function maskedValues<V extends { readonly path: string; readonly value: string }>(
  values: readonly V[],
): V[] {
  return values.map((one) =>
    secretPath.test(one.path) && isHidden(one.value) ? { ...one, value: masked } : one,
  )
}

/** What a proposal changes of a template, as lines that can be compared. Its objects and notifications stay. */
export const templateText = ({ selector, content }: Template): string =>
  JSON.stringify(
    { selector, settings: maskedSettings(content.settings), values: maskedValues(content.values) },
    null,
    2,
  )
