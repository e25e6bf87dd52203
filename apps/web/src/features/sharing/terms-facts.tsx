import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import type { Fact } from '../../ui/detail-page.tsx'
import { useUsesText } from './key-columns.tsx'
import type { Terms } from './sharing.ts'

type Shown = Pick<
  Terms,
  | 'kind'
  | 'mode'
  | 'fields'
  | 'onEnd'
  | 'expiresAt'
  | 'mostUses'
  | 'uses'
  | 'skills'
  | 'regions'
  | 'warehouseName'
>

/** What a key says, as both companies read it. */
export function useTermsFacts(): (terms: Shown) => readonly Fact[] {
  const { t } = useTranslation()
  const format = useFormat()
  const usesText = useUsesText()
  return (terms) => [
    { label: t('sharing.kind'), value: t(`sharing.kinds.${terms.kind}`) },
    { label: t('sharing.mode'), value: t(`sharing.modes.${terms.mode}`) },
    {
      label: t('sharing.fields'),
      value: terms.fields.map((field) => t(`sharing.field.${field}`)).join(', ') || t('sharing.noFields'),
    },
    ...(terms.skills.length === 0
      ? []
      : [
          {
            label: t('fieldWork.skills'),
            value: terms.skills.map((skill) => t(`orders.categories.${skill}`)).join(', '),
          },
        ]),
    ...(terms.regions.length === 0
      ? []
      : [{ label: t('fieldWork.regions'), value: terms.regions.join(', ') }]),
    ...(terms.warehouseName === null ? [] : [{ label: t('parts.warehouse'), value: terms.warehouseName }]),
    { label: t('sharing.expiresAt'), value: format.dateTime(terms.expiresAt) },
    { label: t('sharing.uses'), value: usesText(terms) },
    { label: t('sharing.onEnd'), value: t(`sharing.rules.${terms.onEnd}`) },
  ]
}
