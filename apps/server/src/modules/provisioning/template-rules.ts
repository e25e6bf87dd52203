import type { FieldError } from '@netward/contract'
import { templateVariables } from '@netward/contract/template-values'
import { isDangerousPath, isSecretPath, secretIn, type TemplateContent, variablesIn } from '@netward/cwmp'
import type { PhraseKey } from '@netward/phrases/server'
import type { RequestContext } from '../../platform/http/context.ts'
import { fitsType, managedPath } from '../devices/index.ts'

const variables: ReadonlySet<string> = new Set(templateVariables)

/** What of a template cannot stand, by field. */
export function wrongContent(
  ctx: Pick<RequestContext, 'phrase'>,
  content: TemplateContent,
  acknowledged: boolean,
): FieldError[] {
  const fields: FieldError[] = []
  const wrong = (field: string, key: PhraseKey) =>
    fields.push({ field, message: ctx.phrase(key, { example: '{{secret.guest-wifi}}' }) })
  const judge = (field: string, path: string, value: string, type: string | undefined) => {
    const secret = secretIn(value)
    if (isSecretPath(path)) {
      if (secret === null) wrong(field, 'provisioning.refusal.secretByName')
    } else if (variablesIn(value).some((name) => name.startsWith('secret.'))) {
      wrong(field, 'provisioning.refusal.secretElsewhere')
    } else if (variablesIn(value).some((name) => !variables.has(name))) {
      wrong(field, 'provisioning.refusal.variable')
    } else if (variablesIn(value).length === 0 && !fitsType(value, type ?? null)) {
      wrong(field, 'devices.parameter.wrongType')
    }
  }
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
      // By a secret nothing is found: it reads back empty.
      if (isSecretPath(`${table}1.${name}`))
        wrong(`${field}.key.${at}.name`, 'provisioning.refusal.secretKey')
      else judge(`${field}.key.${at}.value`, `${table}1.${name}`, value, undefined)
    }
    for (const [at, { name, value, type }] of values.entries()) {
      judge(`${field}.values.${at}.value`, `${table}1.${name}`, value, type)
    }
  }
  const paths = [...content.values.map(({ path }) => path), ...content.objects.map(({ table }) => table)]
  if (paths.length + content.notifications.length === 0) wrong('content.values', 'provisioning.refusal.empty')
  if (!acknowledged && paths.some(isDangerousPath)) wrong('acknowledged', 'devices.parameter.confirm')
  return fields
}
