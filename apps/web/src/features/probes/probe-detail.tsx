import { useNavigate, useParams } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { DetailPage, type Fact, Facts, Panel } from '../../ui/detail-page.tsx'
import { Permission } from '../../ui/permission.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { ProbeDrawer } from './probe-drawer.tsx'
import { afterProbe, type Installation, probeDetail, type ProbeRow, standingTones } from './probe.ts'
import { ProbeSetup } from './probe-setup.tsx'
import { clockText, spoolText } from './probe-text.ts'

export function ProbeDetail() {
  const { probeId = '' }: { probeId?: string } = useParams({ strict: false })
  return useMay('DMS_SERVER_LINE') ? <Detail key={probeId} probeId={probeId} /> : <NoPermissionState />
}

function Detail({ probeId }: { probeId: string }) {
  const { t } = useTranslation()
  const read = useApi(probeDetail, { probeId }, { keepPrevious: true })
  const probe = read.data
  const facts = useFacts(probe)
  const { several } = useCompanyScope()
  useLiveReads(probeDetail, ['probe.changed'])
  return (
    <DetailPage
      title={probe?.name ?? t('shell.titles.probe')}
      path={paths.probe(probeId)}
      back={paths.probes}
      loading={probe === undefined}
      error={probe === undefined ? read.error : null}
      onRetry={() => void read.refetch()}
      facts={facts}
      tabs={
        probe === undefined
          ? []
          : [{ key: 'condition', label: t('probes.facts'), content: <Condition probe={probe} /> }]
      }
      {...(probe !== undefined && {
        ...(several && { subtitle: probe.companyName }),
        status: (
          <StatusTag tone={standingTones[probe.standing]}>
            {t(`probes.standings.${probe.standing}`)}
          </StatusTag>
        ),
        actions: <Acts probe={probe} />,
      })}
    />
  )
}

function useFacts(probe: ProbeRow | undefined): readonly Fact[] {
  const { t } = useTranslation()
  const format = useFormat()
  if (probe === undefined) return []
  return [
    { label: t('probes.seenAt'), value: <RelativeTime at={probe.seenAt} /> },
    { label: t('probes.devices'), value: format.number(probe.devices) },
    { label: t('probes.lines'), value: format.number(probe.lines) },
    { label: t('probes.spool'), value: spoolText(probe, t, format) },
    { label: t('probes.clockError'), value: clockText(probe, t, format) },
    {
      label: t('probes.reach'),
      value: probe.reach === null ? '—' : t(`probes.reaches.${probe.reach}`),
    },
  ]
}

function Condition({ probe }: { probe: ProbeRow }) {
  const { t } = useTranslation()
  const format = useFormat()
  const at = (moment: string | null) => (moment === null ? '—' : format.dateTime(moment))
  const { spoolDropped, spoolThinned, version, upgrade } = probe
  const lost = spoolDropped + spoolThinned
  return (
    <>
      <Panel title={t('probes.facts')}>
        <Facts
          facts={[
            { label: t('probes.address'), value: probe.address ?? '—' },
            {
              label: t('probes.connectedAt'),
              value: at(probe.standing === 'connected' ? probe.connectedAt : null),
            },
            { label: t('probes.enrolledAt'), value: at(probe.enrolledAt) },
            {
              label: t('probes.tokenUntil'),
              value: probe.tokenUntil === null ? t('probes.tokenNone') : at(probe.tokenUntil),
            },
            {
              label: t('probes.version'),
              value: version === '' ? '—' : `${version}${probe.outdated ? ` · ${t('probes.outdated')}` : ''}`,
            },
            { label: t('probes.upgrade'), value: upgrade === null ? '—' : t(`probes.upgrades.${upgrade}`) },
            { label: t('probes.system'), value: probe.system || '—' },
            {
              label: t('probes.memory'),
              value: probe.memoryBytes === null ? '—' : format.bytes(probe.memoryBytes),
            },
            { label: t('probes.trapPort'), value: probe.trapPort ?? '—' },
            {
              label: t('probes.spoolDropped'),
              value:
                lost === 0
                  ? t('probes.droppedNone')
                  : t('probes.dropped', { dropped: spoolDropped, thinned: spoolThinned }),
            },
          ]}
        />
      </Panel>
      <Panel title={t('probes.outlets')}>
        <Facts
          facts={[
            ...probe.outlets.map(({ outletName, ranges, isSite }) => ({
              label: outletName,
              value: isSite ? t('probes.rangesOfSite', { ranges: ranges.join(', ') }) : ranges.join(', '),
            })),
            { label: t('probes.localRanges'), value: probe.localRanges.join(', ') || '—' },
          ]}
        />
      </Panel>
    </>
  )
}

function Acts({ probe }: { probe: ProbeRow }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const [editing, setEditing] = useState(false)
  const [made, setMade] = useState<{ name: string; installation: Installation } | null>(null)
  const renew = useAct('POST /dial/api/v1/probe/:probeId/token', { refresh: afterProbe })
  const revoke = useAct('POST /dial/api/v1/probe/:probeId/revoke', { refresh: afterProbe })
  const remove = useAct('DELETE /dial/api/v1/probe/:probeId', { refresh: [] })
  const { id: probeId, name } = probe
  const askRenew = () =>
    void confirm({
      title: t('probes.renewTitle', { name }),
      text: t('probes.renewText'),
      action: t('probes.renew'),
      act: async () => {
        const installation = await renew.mutateAsync({ probeId })
        setMade({ name, installation })
      },
    })
  const askRevoke = () =>
    void confirm({
      title: t('probes.revokeTitle', { name }),
      text: t('probes.revokeText'),
      action: t('probes.revoke'),
      act: async () => {
        await revoke.mutateAsync({ probeId })
        notify.success(t('probes.revoked'))
      },
    })
  const askDelete = () =>
    void confirm({
      title: t('probes.deleteTitle', { name }),
      text: t('probes.deleteText'),
      action: t('probes.delete'),
      act: async () => {
        await remove.mutateAsync({ probeId })
        notify.success(t('probes.deleted'))
        await navigate({ to: paths.probes })
      },
    })
  return (
    <Permission codes={['DMS_SERVER_LINE_EDIT']}>
      <Button onClick={askRenew}>{t('probes.renew')}</Button>
      {probe.state !== 'revoked' && (
        <Button danger onClick={askRevoke}>
          {t('probes.revoke')}
        </Button>
      )}
      <Button danger onClick={askDelete}>
        {t('probes.delete')}
      </Button>
      <Button type="primary" onClick={() => setEditing(true)}>
        {t('probes.edit')}
      </Button>
      <ProbeDrawer probe={probe} open={editing} onClose={() => setEditing(false)} />
      <ProbeSetup made={made} onClose={() => setMade(null)} />
    </Permission>
  )
}
