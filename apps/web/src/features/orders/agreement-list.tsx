import { PlusOutlined } from '@ant-design/icons'
import { agreementPrices } from '@netward/contract/work-order-values'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useMay } from '../../lib/permissions.ts'
import { useActing } from '../../lib/session.ts'
import { useAct } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { Permission } from '../../ui/permission.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { useCompanyField } from '../../ui/use-company-field.ts'
import { WhyButton } from '../../ui/why-button.tsx'
import { AgreementDrawer, shapeOf } from './agreement-drawer.tsx'
import { agreementList, type AgreementRow } from './order.ts'
import './orders.css'

export function AgreementList() {
  return useMay('DMS_SERVER_WORK_ORDER') ? <List /> : <NoPermissionState />
}

/** By which service hours and targets the deadlines of work orders are computed. */
function List() {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const columns = useColumns(several)
  const company = useCompanyField(several)
  const [editing, setEditing] = useState<AgreementRow | 'new' | null>(null)
  useLiveReads(agreementList, ['service_agreement.changed'])
  const fields = useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'text',
        name: 'search',
        label: t('orders.agreements.searchLabel'),
        placeholder: t('orders.agreements.search'),
      },
      ...(several ? [company] : []),
    ],
    [t, several, company],
  )
  const rowActions = useCallback((row: AgreementRow) => <Acts row={row} onEdit={() => setEditing(row)} />, [])
  const add = (
    <Permission codes={['DMS_SERVER_SERVICE_LEVEL']}>
      <WhyButton
        type="primary"
        icon={<PlusOutlined />}
        reason={several ? t('orders.agreements.inCompany') : null}
        onClick={() => setEditing('new')}
      >
        {t('orders.agreements.add')}
      </WhyButton>
    </Permission>
  )
  return (
    <>
      <ListPage
        name="serviceAgreements"
        title={t('shell.titles.serviceAgreements')}
        endpoint={agreementList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowActions={rowActions}
        actionsWidth={190}
        defaultSort="-startsOn"
        actions={add}
        empty={
          <EmptyState
            title={t('orders.agreements.none')}
            hint={t('orders.agreements.noneHint')}
            action={add}
          />
        }
      />
      <AgreementDrawer
        agreement={editing === 'new' ? null : editing}
        open={editing !== null}
        onClose={() => setEditing(null)}
      />
    </>
  )
}

function Acts({ row, onEdit }: { row: AgreementRow; onEdit: () => void }) {
  const { t } = useTranslation()
  const { companyId } = useCompanyScope()
  const atHome = useActing() === null
  const confirm = useConfirm()
  const remove = useAct('DELETE /api/v1/work/agreement/:agreementId', { refresh: [agreementList] })
  const agree = useAct('POST /api/v1/work/agreement/:agreementId/agree', { refresh: [agreementList] })
  const { id: agreementId, name, version, agreedAt } = row
  // From above one enters the tenant to change its agreements.
  if (row.companyId !== companyId) return null
  return (
    <Permission codes={['DMS_SERVER_SERVICE_LEVEL']}>
      {agreedAt === null && atHome && (
        <Button
          type="link"
          size="small"
          aria-label={`${t('orders.agreements.agree')} ${name}`}
          onClick={() =>
            void confirm({
              title: t('orders.agreements.agreeTitle', { name, version }),
              text: t('orders.agreements.agreeText'),
              action: t('orders.agreements.agree'),
              act: () => agree.mutateAsync({ agreementId, version }),
            })
          }
        >
          {t('orders.agreements.agree')}
        </Button>
      )}
      <Button type="link" size="small" aria-label={`${t('orders.agreements.edit')} ${name}`} onClick={onEdit}>
        {t('orders.agreements.edit')}
      </Button>
      <Button
        type="link"
        size="small"
        danger
        aria-label={`${t('orders.agreements.delete')} ${name}`}
        onClick={() =>
          void confirm({
            title: t('orders.agreements.deleteTitle', { name }),
            text: t('orders.agreements.deleteText'),
            action: t('orders.agreements.delete'),
            act: () => remove.mutateAsync({ agreementId }),
          })
        }
      >
        {t('orders.agreements.delete')}
      </Button>
    </Permission>
  )
}

function useColumns(withCompany: boolean): readonly ListColumn<AgreementRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    (): readonly ListColumn<AgreementRow>[] => [
      {
        key: 'name',
        title: t('orders.agreements.name'),
        width: 180,
        sortable: true,
        render: ({ name }) => name,
      },
      ...(withCompany
        ? [
            {
              key: 'companyName',
              title: t('orders.company'),
              width: 150,
              phone: 'value' as const,
              render: (row: AgreementRow) => row.companyName,
            },
          ]
        : []),
      {
        key: 'calendar',
        title: t('orders.agreements.calendar'),
        width: 230,
        phone: 'long',
        render: ({ level }) => t(`orders.agreements.shapes.${shapeOf(level.calendar)}`),
      },
      {
        key: 'startsOn',
        title: t('orders.agreements.startsOn'),
        width: 120,
        sortable: true,
        phone: 'value',
        render: ({ startsOn }) => startsOn,
      },
      {
        key: 'endsOn',
        title: t('orders.agreements.endsOn'),
        width: 120,
        phone: 'value',
        render: ({ endsOn }) => endsOn ?? t('orders.agreements.endless'),
      },
      {
        key: 'prices',
        title: t('orderCosts.prices'),
        width: 240,
        phone: 'long',
        render: ({ prices }) =>
          agreementPrices
            .flatMap((of) =>
              prices[of] === null ? [] : [`${t(`orderCosts.priceOf.${of}`)} ${format.number(prices[of])}`],
            )
            .join(' · ') || t('orderCosts.none'),
      },
      {
        key: 'version',
        title: t('orders.agreements.version'),
        width: 110,
        render: ({ version }) => t('orders.agreements.versionOf', { version }),
      },
      {
        key: 'agreed',
        title: t('orders.agreements.agreed'),
        width: 220,
        phone: 'status',
        render: ({ agreedAt, agreedBy }) =>
          agreedAt === null ? (
            <StatusTag tone="waiting">{t('orders.agreements.notAgreed')}</StatusTag>
          ) : (
            <StatusTag tone="ok">
              {t('orders.agreements.agreedOf', { name: agreedBy ?? '', at: format.dateTime(agreedAt) })}
            </StatusTag>
          ),
      },
    ],
    [t, format, withCompany],
  )
}
