import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { durationText, useMetricText } from '../../lib/metric-format.ts'
import { paths } from '../../lib/paths.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { useNow } from '../../lib/use-now.ts'
import { PresenceTag } from '../../ui/device-tags.tsx'
import { FigureStrip, type FigureCell } from '../../ui/figure-strip.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { AvailabilityBar, type Days } from './availability-bar.tsx'
import { type DeviceStanding as Standing, LineState, useCommonCells } from './cells.tsx'

const endpoint = 'GET /api/v1/standing/device/:deviceId'
const rereadMs = 60_000
const expected = { gateway: 8, equipment: 5 } as const

/** How a device does, at the top of its page. */
export function DeviceStanding({ deviceId, kind }: { deviceId: string; kind: 'gateway' | 'equipment' }) {
  const { t } = useTranslation()
  const [days, setDays] = useState<Days>(7)
  const read = useApi(endpoint, { deviceId, days }, { keepPrevious: true, refetchInterval: rereadMs })
  useLiveReads(endpoint, ['device.presence', 'alarm.changed', 'work_order.changed', 'line.changed'])
  const cells = useCells(deviceId, kind, read.data)
  if (read.data === undefined && read.error !== null)
    return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  return (
    <FigureStrip label={t('standing.device')} cells={cells} expected={expected[kind]}>
      <AvailabilityBar availability={read.data?.availability} days={days} onDays={setDays} />
    </FigureStrip>
  )
}

function useCells(
  deviceId: string,
  kind: 'gateway' | 'equipment',
  standing: Standing | undefined,
): readonly FigureCell[] | undefined {
  const { t } = useTranslation()
  const now = useNow(30_000)
  const common = useCommonCells()
  const line = useLineCell()
  if (standing === undefined) return undefined
  const { presence, since, lines, configuration, firmware } = standing
  const page = kind === 'gateway' ? paths.smartCpe(deviceId) : paths.equipment(deviceId)
  return [
    {
      key: 'state',
      label: t('standing.state'),
      value: <PresenceTag presence={presence} />,
      detail:
        since === null
          ? t('standing.sinceBefore')
          : t('standing.since', { time: durationText(t, (now - Date.parse(since)) / 1000) }),
      to: `${page}?tab=${kind === 'gateway' ? 'timeline' : 'events'}`,
    },
    ...(lines === undefined ? [] : line(lines)),
    ...common.throughput(standing.throughput),
    ...common.clients(standing.clients),
    ...common.lists(standing, { deviceId }),
    ...(configuration === undefined ? [] : [driftCell(t, configuration, `${page}?tab=configuration`)]),
    {
      key: 'firmware',
      label: t('standing.firmware'),
      value: firmware.version === '' ? null : <span className="figure-pair">{firmware.version}</span>,
      detail: firmwareText(t, firmware),
      to: firmwareLink(firmware.campaign),
      tone: firmware.campaign?.over === true ? 'warn' : undefined,
    },
  ]
}

type T = TFunction

function useLineCell(): (lines: NonNullable<Standing['lines']>) => FigureCell[] {
  const { t } = useTranslation()
  const metricText = useMetricText()
  return ([worst, ...others]) =>
    worst === undefined
      ? []
      : [
          {
            key: 'line',
            label:
              others.length === 0
                ? worst.name
                : t('standing.andMore', { name: worst.name, count: others.length }),
            value: <LineState state={worst.state} />,
            detail:
              worst.rtt === null && worst.loss === null
                ? t('standing.notLately')
                : `${metricText('ping_rtt', worst.rtt)} · ${t('standing.loss', { loss: metricText('ping_loss', worst.loss) })}`,
            to: paths.line(worst.id),
            tone: worst.state === 'down' ? 'bad' : undefined,
          },
        ]
}

function driftCell(
  t: T,
  { trouble, values, applies }: NonNullable<Standing['configuration']>,
  to: string,
): FigureCell {
  return {
    key: 'configuration',
    label: t('standing.configuration'),
    value: (
      <span className="figure-pair">
        {t(`standing.trouble.${trouble ?? (applies ? 'none' : 'noTemplate')}`)}
      </span>
    ),
    detail:
      trouble === 'drifted'
        ? t('standing.values', { count: values })
        : t(applies ? 'standing.templatesApply' : 'standing.templatesNone'),
    to,
    tone: trouble === null ? undefined : 'warn',
  }
}

function firmwareText(t: T, { campaign }: Standing['firmware']): string {
  if (campaign === undefined) return t('standing.running')
  if (campaign === null) return t('standing.noUpgrade')
  return t(campaign.over ? 'standing.leftBehind' : 'standing.upgradeTo', { version: campaign.version })
}

const firmwareLink = (campaign: Standing['firmware']['campaign']): string | undefined =>
  campaign === undefined ? undefined : campaign === null ? paths.upgrades : paths.upgrade(campaign.id)
