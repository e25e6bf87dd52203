import type { AuditAction } from '@netward/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { phraseStore, type PhraseTree } from '../../lib/phrases.ts'
import { useLanguage } from '../../lib/preferences.ts'
import { useStore } from '../../lib/store.ts'
import type { Option } from '../../ui/list-search-form.tsx'

/** The texts of one area, by key: those of acts hold a dot themselves. */
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
  /** A value of a field: permissions and built-in roles by their names. */
  readonly value: (text: string, field: string) => string
  /** Every act, with what it is about in front, in that order. */
  readonly actions: readonly Option[]
  readonly kinds: readonly Option[]
}

/** What acts and objects are called. One that a newer server knows says its own name. */
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
