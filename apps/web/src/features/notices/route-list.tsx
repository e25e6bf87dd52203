import { channelForms } from '@netward/contract/integration-values'
import { PlusOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useRuleName } from '../../lib/use-rule-name.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { WhyButton } from '../../ui/why-button.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { routeList, type RouteRow } from './notice.ts'
import { RouteDrawer } from './route-drawer.tsx'
import './notices.css'

export function RouteList() {
  return useMay('DMS_SERVER_ALARM_RULE') ? <List /> : <NoPermissionState />
}

/** Who is notified of which alarms of the company acted in, and by what. */
function List() {
  const { t } = useTranslation()
  const columns = useColumns()
  const [editing, setEditing] = useState<RouteRow | 'new' | null>(null)
  const fields = useMemo(
    (): readonly SearchField[] => [{ kind: 'text', name: 'search', label: t('notices.name') }],
    [t],
  )
  const rowActions = useCallback((row: RouteRow) => <RowActs row={row} onEdit={() => setEditing(row)} />, [])
  const addButton = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
      {t('notices.add')}
    </Button>
  )
  return (
    <>
      <ListPage
        name="noticeRoutes"
        title={t('shell.titles.noticeRoutes')}
        endpoint={routeList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowActions={rowActions}
        actionsWidth={140}
        defaultSort="name"
        actions={
          <>
            <Link to={paths.noticeTemplates}>
              <Button>{t('shell.titles.noticeTemplates')}</Button>
            </Link>
            {addButton}
          </>
        }
        summary={<p className="notice-hint">{t('notices.hint')}</p>}
        empty={<EmptyState title={t('notices.none')} hint={t('notices.noneHint')} action={addButton} />}
      />
      <RouteDrawer
        route={editing === 'new' ? null : editing}
        open={editing !== null}
        onClose={() => setEditing(null)}
      />
    </>
  )
}

function RowActs({ row: { id, name, covers }, onEdit }: { row: RouteRow; onEdit: () => void }) {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const reason = covers === 'own' || several ? null : t('notices.customersLocked')
  const confirm = useConfirm()
  const remove = useAct('DELETE /api/v1/notice/route/:routeId', { refresh: [routeList] })
  const ask = () =>
    void confirm({
      title: t('notices.deleteTitle', { name }),
      text: t('notices.deleteText'),
      action: t('notices.delete'),
      act: async () => {
        await remove.mutateAsync({ routeId: id })
        notify.success(t('notices.deleted'))
      },
    })
  return (
    <>
      <WhyButton
        type="link"
        size="small"
        reason={reason}
        aria-label={`${t('notices.edit')} ${name}`}
        onClick={onEdit}
      >
        {t('notices.edit')}
      </WhyButton>
      <WhyButton
        type="link"
        size="small"
        danger
        reason={reason}
        aria-label={`${t('notices.delete')} ${name}`}
        onClick={ask}
      >
        {t('notices.delete')}
      </WhyButton>
    </>
  )
}

function useColumns(): readonly ListColumn<RouteRow>[] {
  const { t } = useTranslation()
  const ruleName = useRuleName()
  // Own rules are named by their id in routes.
  const { several } = useCompanyScope()
  const own = useApi('GET /monitor/api/v1/alarm/rules', {}, { staleTime: 60_000 }).data
  return useMemo((): readonly ListColumn<RouteRow>[] => {
    const listed = (all: readonly string[], none: string) =>
      all.length === 0 ? none : all.join(t('notices.separator'))
    const names = new Map((own ?? []).map((rule) => [rule.key, rule.name]))
    return [
      { key: 'name', title: t('notices.name'), width: 170, sortable: true, render: (row) => row.name },
      {
        key: 'enabled',
        title: t('notices.enabled'),
        width: 100,
        phone: 'status',
        render: ({ enabled }) => (
          <StatusTag tone={enabled ? 'ok' : 'off'}>
            {t(enabled ? 'notices.enabledYes' : 'notices.enabledNo')}
          </StatusTag>
        ),
      },
      ...(several
        ? [
            {
              key: 'covers',
              title: t('notices.covers'),
              width: 180,
              phone: 'value' as const,
              render: ({ covers, customers, customerGroups }: RouteRow) =>
                covers !== 'chosen'
                  ? t(`notices.coverages.${covers}`)
                  : listed(
                      [
                        ...customers.map(({ name }) => name),
                        ...customerGroups.map(({ name }) => t('notices.groupOf', { name })),
                      ],
                      t('notices.customersNone'),
                    ),
            },
          ]
        : []),
      {
        key: 'events',
        title: t('notices.eventsLabel'),
        width: 150,
        render: ({ events }) =>
          listed(
            events.map((one) => t(`notices.events.${one}`)),
            '',
          ),
      },
      {
        key: 'severities',
        title: t('notices.severities'),
        width: 140,
        phone: 'value',
        render: ({ severities }) =>
          listed(
            severities.map((one) => t(`alarms.severities.${one}`)),
            t('notices.severitiesAll'),
          ),
      },
      {
        key: 'rules',
        title: t('notices.rules'),
        width: 150,
        render: ({ rules }) =>
          listed(
            rules.map((one) => names.get(one) ?? ruleName(one, null)),
            t('notices.rulesAll'),
          ),
      },
      {
        key: 'outlets',
        title: t('notices.outlets'),
        width: 150,
        render: ({ covers, outlets }) =>
          covers !== 'own'
            ? '—'
            : listed(
                outlets.map(({ name }) => name),
                t('notices.outletsAll'),
              ),
      },
      {
        key: 'channel',
        title: t('notices.channel'),
        width: 180,
        phone: 'value',
        render: ({ channel, byVoice }) =>
          channel === null
            ? t('notices.console')
            : t('notices.channelOf', {
                kind: byVoice ? t('notices.byVoice') : t(`integrations.kinds.${channelForms[channel.kind]}`),
                name: channel.name,
              }),
      },
      {
        key: 'members',
        title: t('notices.recipients'),
        width: 180,
        phone: 'value',
        render: ({ members, rota }) =>
          listed(
            [
              ...members.map(({ name }) => name),
              ...(rota === null ? [] : [t('notices.onCall', { name: rota.name })]),
            ],
            t('notices.group'),
          ),
      },
      {
        key: 'after',
        title: t('notices.after'),
        width: 150,
        render: ({ afterMinutes }) =>
          afterMinutes === null ? '—' : t('notices.afterOf', { count: afterMinutes }),
      },
      {
        key: 'quiet',
        title: t('notices.quiet'),
        width: 190,
        render: ({ quietFrom, quietUntil, timeZone }) =>
          quietFrom === null || quietUntil === null
            ? t('notices.quietNone')
            : t('notices.quietText', { from: quietFrom, until: quietUntil, zone: timeZone }),
      },
    ]
    // oxlint-disable-next-line react/exhaustive-deps -- the names of shipped rules change with the language alone
  }, [t, own, several])
}
