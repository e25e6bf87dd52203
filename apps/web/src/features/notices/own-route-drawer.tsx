import type { AlarmSeverity } from '@netward/contract/alarm-values'
import type { RouteEvent } from '@netward/contract/notice-values'
import { Alert, Checkbox, Form, Input, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { clockPattern, type OwnRoute, ownRoutes, type PersonChannel } from './notice.ts'
import { bell, ChannelField, channelIdOf, EventFields, QuietFields, timeOrNull } from './route-fields.tsx'

interface Values {
  enabled: boolean
  covers: 'own' | 'below' | undefined
  events: RouteEvent[]
  severities: AlarmSeverity[]
  channelId: string
  byVoice: boolean | undefined
  quietFrom: string
  quietUntil: string
  digestAt: string | undefined
  timeZone: string
}

function valuesOf(route: OwnRoute | null): Values {
  return {
    enabled: route?.enabled ?? true,
    covers: route?.covers ?? 'own',
    events: route?.events ?? ['raised', 'cleared'],
    severities: route?.severities ?? ['critical', 'major'],
    channelId: route?.channel?.id ?? bell,
    byVoice: route?.byVoice ?? false,
    quietFrom: route?.quietFrom ?? '',
    quietUntil: route?.quietUntil ?? '',
    digestAt: route?.digestAt ?? '',
    timeZone: route?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

const sentOf = ({ channelId, byVoice, covers, quietFrom, quietUntil, digestAt, ...values }: Values) => ({
  ...values,
  // Without customers there is no field.
  covers: covers ?? ('own' as const),
  channelId: channelIdOf(channelId),
  byVoice: byVoice ?? false,
  quietFrom: timeOrNull(quietFrom),
  quietUntil: timeOrNull(quietUntil),
  digestAt: timeOrNull(digestAt),
})

/** Adds a personal notification, or changes one. */
export function OwnRouteDrawer(props: {
  /** Null: a new one. */
  route: OwnRoute | null
  channels: readonly PersonChannel[]
  hasCustomers: boolean
  open: boolean
  onClose: () => void
}) {
  const { route, channels, hasCustomers, open, onClose } = props
  const { t } = useTranslation()
  const calls = { errors: 'caller', refresh: [ownRoutes] } as const
  const add = useAct('POST /api/v1/notice/own/route', calls)
  const edit = useAct('PUT /api/v1/notice/own/route/:routeId', calls)
  const initialValues = useMemo(() => valuesOf(route), [route])
  return (
    <FormDrawer<Values>
      key={route?.id ?? 'new'}
      title={t(route === null ? 'notices.ownAddTitle' : 'notices.ownEditTitle')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={(values) =>
        route === null
          ? add.mutateAsync(sentOf(values))
          : edit.mutateAsync({ routeId: route.id, ...sentOf(values) })
      }
    >
      {hasCustomers && (
        <Form.Item name="covers" label={t('notices.covers')} extra={t('notices.coversHint')}>
          <Select
            options={(['own', 'below'] as const).map((value) => ({
              value,
              label: t(`notices.coverages.${value}`),
            }))}
          />
        </Form.Item>
      )}
      <ChannelField channels={channels} />
      <Form.Item noStyle dependencies={['channelId']}>
        {({ getFieldValue }) =>
          channels.some(({ id, reaches }) => id === getFieldValue('channelId') && !reaches) && (
            <Alert type="warning" showIcon className="notice-unlinked" title={t('notices.ownUnlinked')} />
          )
        }
      </Form.Item>
      <EventFields own />
      <QuietFields />
      <Form.Item noStyle dependencies={['channelId']}>
        {({ getFieldValue }) =>
          getFieldValue('channelId') !== bell && (
            <Form.Item
              name="digestAt"
              label={t('notices.digest')}
              extra={t('notices.digestHint')}
              rules={[{ pattern: clockPattern, message: t('notices.time') }]}
            >
              <Input maxLength={5} placeholder="09:00" autoComplete="off" />
            </Form.Item>
          )
        }
      </Form.Item>
      <Form.Item name="enabled" valuePropName="checked">
        <Checkbox>{t('notices.enable')}</Checkbox>
      </Form.Item>
    </FormDrawer>
  )
}
