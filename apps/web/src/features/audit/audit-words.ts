import type { AuditAction } from '@netward/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { phraseStore, type PhraseTree } from '../../lib/phrases.ts'
import { useLanguage } from '../../lib/preferences.ts'
import { useStore } from '../../lib/store.ts'
import { phraseOf } from '../../ui/entity/entity-text.ts'
import type { Option } from '../../ui/list-search-form.tsx'
import { entityLabel } from '../../lib/entity-label.ts'

/** The texts of one area, by key: those of actions contain a dot themselves. */
function areaOf(
  tree: PhraseTree | undefined,
  area: 'actions' | 'fields' | 'groups' | 'kinds',
): Record<string, string> {
  const audit = tree?.['audit']
  const found = typeof audit === 'object' ? audit[area] : undefined
  return typeof found === 'object' ? (found as Record<string, string>) : {}
}

export interface AuditWords {
  readonly action: (action: string) => string
  readonly kind: (kind: string) => string
  readonly field: (field: string) => string
  /** A changed field: by the table of its entity if there is one. */
  readonly changedField: (field: string, action: string) => string
  /** A field's value: permissions and built-in roles by name. */
  readonly value: (text: string, field: string) => string
  /** Every action, prefixed with its object, in that order. */
  readonly actions: readonly Option[]
  readonly kinds: readonly Option[]
}

/** Names of actions and objects. Unknown ones from a newer server are shown raw. */
export function useAuditWords(): AuditWords {
  const language = useLanguage()
  const tree = useStore(phraseStore)[language]
  const { t, i18n } = useTranslation()
  return useMemo(() => {
    const [actions, groups, kinds] = [areaOf(tree, 'actions'), areaOf(tree, 'groups'), areaOf(tree, 'kinds')]
    const fields = areaOf(tree, 'fields')
    const inOrder = (one: Option, other: Option) => one.label.localeCompare(other.label, language)
    const labelOf = (action: string, text: string) => `${groups[action.split('.', 1)[0]!] ?? ''} · ${text}`
    return {
      action: (action) => actions[action as AuditAction] ?? action,
      kind: (kind) => kinds[kind] ?? kind,
      field: (field) => fields[field] ?? field,
      changedField: (field, action) => {
        const label = entityLabel(action, field)
        return label === undefined ? (fields[field] ?? field) : phraseOf(t, label)
      },
      value: (text, field) => {
        if (field === 'role' || field === 'roles') {
          const lines = text.split('\n').map((line) => {
            const key = `account.roles.${line}`
            return /^[a-z_]+$/.test(line) && i18n.exists(key) ? t(key as 'common.save') : line
          })
          return lines.join('\n')
        }
        return text.replaceAll(/\bDMS_SERVER_[A-Z_]+/g, (code) => {
          const key = `permissions.codes.${code}.name`
          return i18n.exists(key) ? t(key as 'common.save') : code
        })
      },
      actions: Object.entries(actions)
        .map(([value, text]) => ({ value, label: labelOf(value, text) }))
        .toSorted(inOrder),
      kinds: Object.entries(kinds)
        .map(([value, label]) => ({ value, label }))
        .toSorted(inOrder),
    }
  }, [tree, t, i18n, language])
}
