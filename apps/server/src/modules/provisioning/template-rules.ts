import type { FieldError } from '@netward/contract'
import { isDangerousPath, isSecretPath, type TemplateContent, variablesIn } from '@netward/cwmp'
import type { PhraseKey } from '@netward/phrases/server'
import type { RequestContext } from '../../platform/http/context.ts'
import { fitsType, managedPath } from '../devices/index.ts'
import { wrongReference } from './references.ts'
import { isDangerousSetting, wrongSettings } from './setting-rules.ts'

/** Invalid parts of a template, by field. */
export function wrongContent(
  ctx: Pick<RequestContext, 'phrase'>,
  content: TemplateContent,
  acknowledged: boolean,
): FieldError[] {
  const fields: FieldError[] = []
  const wrong = (field: string, key: PhraseKey, params: Record<string, number> = {}) =>
    void fields.push({ field, message: ctx.phrase(key, { example: '{{secret.guest-wifi}}', ...params }) })
  const judge = (field: string, path: string, value: string, type: string | undefined) => {
    const refusal = wrongReference(value, isSecretPath(path))
    if (refusal !== null) wrong(field, refusal)
    else if (!isSecretPath(path) && variablesIn(value).length === 0 && !fitsType(value, type ?? null)) {
      wrong(field, 'devices.parameter.wrongType')
    }
  }
  const { settings = [] } = content
  wrongSettings(settings, wrong)
  for (const [index, { path, value, type }] of content.values.entries()) {
    if (managedPath.test(path)) wrong(`content.values.${index}.path`, 'devices.parameter.managed')
    else if (content.values.findIndex((other) => other.path === path) !== index) {
      wrong(`content.values.${index}.path`, 'devices.parameter.repeated')
    }
    judge(`content.values.${index}.value`, path, value, type)
  }
  for (const [index, { table, key, values }] of content.objects.entries()) {
    const field = `content.objects.${index}`
    for (const [at, { name, value }] of key.entries()) {
      // A secret cannot be a key: it reads back empty.
      if (isSecretPath(`${table}1.${name}`))
        wrong(`${field}.key.${at}.name`, 'provisioning.refusal.secretKey')
      else judge(`${field}.key.${at}.value`, `${table}1.${name}`, value, undefined)
    }
    for (const [at, { name, value, type }] of values.entries()) {
      judge(`${field}.values.${at}.value`, `${table}1.${name}`, value, type)
    }
  }
  const paths = [...content.values.map(({ path }) => path), ...content.objects.map(({ table }) => table)]
  const entries = paths.length + settings.length + content.notifications.length
  if (entries === 0) wrong('content.values', 'provisioning.refusal.empty')
  if (!acknowledged && (paths.some(isDangerousPath) || settings.some(isDangerousSetting))) {
    wrong('acknowledged', 'devices.parameter.confirm')
  }
  return fields
}
