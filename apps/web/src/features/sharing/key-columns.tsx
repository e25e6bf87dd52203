import { sharingKinds } from '@netward/contract/sharing-values'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import type { ListColumn } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { KeyState } from './key-state.tsx'
import type { IssuedRow, RedeemedRow } from './sharing.ts'

/** Columns that issued and redeemed keys have in common. */
export function useKeyColumns<Row extends IssuedRow | RedeemedRow>(): readonly ListColumn<Row>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const usesText = useUsesText()
  return useMemo(
    (): readonly ListColumn<Row>[] => [
      {
        key: 'state',
        title: t('sharing.state'),
        width: 130,
        phone: 'status',
        render: ({ state }) => <KeyState state={state} />,
      },
      {
        key: 'kind',
        title: t('sharing.kind'),
        width: 110,
        phone: 'value',
        render: ({ kind }) => t(`sharing.kinds.${kind}`),
      },
      { key: 'mode', title: t('sharing.mode'), width: 120, render: ({ mode }) => t(`sharing.modes.${mode}`) },
      {
        key: 'prefix',
        title: t('sharing.prefix'),
        width: 110,
        render: ({ prefix }) => <span className="mono">{prefix}…</span>,
      },
      {
        key: 'uses',
        title: t('sharing.uses'),
        width: 110,
        phone: 'value',
        render: (row) => usesText(row),
      },
      {
        key: 'expiresAt',
        title: t('sharing.expiresAt'),
        width: 170,
        phone: 'value',
        render: ({ expiresAt }) => format.dateTime(expiresAt),
      },
    ],
    [t, format, usesText],
  )
}

/** How often a key was used, of how often it may be. */
export function useUsesText(): (key: { uses: number; mostUses: number | null }) => string {
  const { t } = useTranslation()
  return useCallback(
    ({ uses, mostUses }) =>
      mostUses === null ? String(uses) : t('sharing.usesOf', { uses, most: mostUses }),
    [t],
  )
}

export function useKeyFields(search: string): readonly SearchField[] {
  const { t } = useTranslation()
  return useMemo(
    (): readonly SearchField[] => [
      { kind: 'text', name: 'search', label: t('sharing.searchLabel'), placeholder: search },
      {
        kind: 'select',
        name: 'kind',
        label: t('sharing.kind'),
        options: sharingKinds.map((value) => ({ value, label: t(`sharing.kinds.${value}`) })),
      },
    ],
    [t, search],
  )
}
