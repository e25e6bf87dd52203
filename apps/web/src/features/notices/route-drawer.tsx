import type { AlarmSeverity } from '@netward/contract/alarm-values'
import type { Coverage, RouteEvent } from '@netward/contract/notice-values'
import { Alert, Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useRuleName } from '../../lib/use-rule-name.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { CustomerFields } from './customer-fields.tsx'
import { routeList, type RouteRow } from './notice.ts'
import { bell, ChannelField, channelIdOf, EventFields, QuietFields, timeOrNull } from './route-fields.tsx'

interface Values {
  name: string
  enabled: boolean
  covers: Coverage | undefined
  customerIds: string[] | undefined
  customerGroupIds: string[] | undefined
  events: RouteEvent[]
  severities: AlarmSeverity[]
  rules: string[]
  outletIds: string[] | undefined
  channelId: string
  byVoice: boolean | undefined
  memberIds: string[] | undefined
  rotaId: string | undefined
  afterMinutes: number | null
  quietFrom: string
  quietUntil: string
  timeZone: string
}

function valuesOf(route: RouteRow | null): Values {
  return {
    name: route?.name ?? '',
    enabled: route?.enabled ?? true,
    covers: route?.covers ?? 'own',
    customerIds: (route?.customers ?? []).map(({ id }) => id),
    customerGroupIds: (route?.customerGroups ?? []).map(({ id }) => id),
    events: route?.events ?? ['raised', 'cleared'],
    severities: route?.severities ?? ['critical', 'major'],
    rules: route?.rules ?? [],
    outletIds: (route?.outlets ?? []).map(({ id }) => id),
    channelId: route?.channel?.id ?? bell,
    byVoice: route?.byVoice ?? false,
    memberIds: (route?.members ?? []).map(({ id }) => id),
    rotaId: route?.rota?.id,
    afterMinutes: route?.afterMinutes ?? null,
    quietFrom: route?.quietFrom ?? '',
    quietUntil: route?.quietUntil ?? '',
    timeZone: route?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

const sentOf = (given: Values) => ({
  ...given,
  // A field that is not shown has no value.
  covers: given.covers ?? ('own' as const),
  customerIds: given.customerIds ?? [],
  customerGroupIds: given.customerGroupIds ?? [],
  outletIds: given.outletIds ?? [],
  memberIds: given.memberIds ?? [],
  rotaId: given.rotaId ?? null,
  channelId: channelIdOf(given.channelId),
  byVoice: given.byVoice ?? false,
  quietFrom: timeOrNull(given.quietFrom),
  quietUntil: timeOrNull(given.quietUntil),
})

/** Adds a rule of notifications, or changes one. */
export function RouteDrawer(props: {
  /** Null: a new one. */
  route: RouteRow | null
  open: boolean
  onClose: () => void
}) {
  const { route, open, onClose } = props
  const { t } = useTranslation()
  const calls = { errors: 'caller', refresh: [routeList] } as const
  const add = useAct('POST /api/v1/notice/route', calls)
  const edit = useAct('PUT /api/v1/notice/route/:routeId', calls)
  const initialValues = useMemo(() => valuesOf(route), [route])
  return (
    <FormDrawer<Values>
      key={route?.id ?? 'new'}
      title={t(route === null ? 'notices.addTitle' : 'notices.editTitle')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={(values) =>
        route === null
          ? add.mutateAsync(sentOf(values))
          : edit.mutateAsync({ routeId: route.id, ...sentOf(values) })
      }
    >
      <Form.Item
        name="name"
        label={t('notices.name')}
        rules={[{ required: true, whitespace: true, message: t('notices.nameEmpty') }]}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <CustomerFields route={route} open={open} />
      <What open={open} />
      <Whom open={open} />
      <QuietFields />
      <Form.Item name="enabled" valuePropName="checked">
        <Checkbox>{t('notices.enable')}</Checkbox>
      </Form.Item>
    </FormDrawer>
  )
}

function What({ open }: { open: boolean }) {
  const { t } = useTranslation()
  const { companyId } = useCompanyScope()
  const ruleName = useRuleName()
  const rules = useApi('GET /monitor/api/v1/alarm/rules', {}, { enabled: open }).data
  const outlets = useApi('GET /api/v1/outlet/choices', { companyId }, { enabled: open }).data
  const form = Form.useFormInstance<Values>()
  const covers = Form.useWatch('covers', form)
  return (
    <>
      <EventFields />
      <Form.Item name="rules" label={t('notices.rules')}>
        <Select
          mode="multiple"
          allowClear
          placeholder={t('notices.rulesAll')}
          showSearch={{ optionFilterProp: 'label' }}
          options={(rules ?? []).map(({ key, name }) => ({ value: key, label: ruleName(key, name) }))}
        />
      </Form.Item>
      {(covers === undefined || covers === 'own') && (
        <Form.Item name="outletIds" label={t('notices.outlets')}>
          <Select
            mode="multiple"
            allowClear
            placeholder={t('notices.outletsAll')}
            showSearch={{ optionFilterProp: 'label' }}
            options={(outlets ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
      )}
    </>
  )
}

function Whom({ open }: { open: boolean }) {
  const { t } = useTranslation()
  const form = Form.useFormInstance<Values>()
  const chosen = Form.useWatch('channelId', form)
  const rotaId = Form.useWatch('rotaId', form)
  const choices = useApi('GET /api/v1/notice/route/choices', {}, { enabled: open }).data
  const channel = choices?.channels.find(({ id }) => id === chosen)
  const memberIds = Form.useWatch('memberIds', form)
  const unlinked = (choices?.members ?? []).flatMap(({ id, name }) =>
    memberIds?.includes(id) === true && channel?.unlinked.includes(id) === true ? [name] : [],
  )
  return (
    <>
      <ChannelField channels={choices?.channels ?? []} />
      {(channel === undefined || channel.kind < 10) && (
        <Form.Item
          name="memberIds"
          label={t('notices.recipients')}
          extra={t('notices.membersHint')}
          dependencies={['rotaId']}
          rules={[{ required: rotaId === undefined, message: t('notices.membersEmpty') }]}
        >
          <Select
            mode="multiple"
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            options={(choices?.members ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
      )}
      {unlinked.length > 0 && (
        <Alert
          type="warning"
          showIcon
          className="notice-unlinked"
          title={t('notices.linkedHint', { names: unlinked.join(t('notices.separator')) })}
        />
      )}
      {channel?.kind !== 11 && (
        <Form.Item
          name="rotaId"
          label={t('notices.rota')}
          extra={t(channel?.kind === 10 ? 'notices.rotaMentionHint' : 'notices.rotaHint')}
        >
          <Select
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            options={(choices?.rotas ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
      )}
      <Form.Item name="afterMinutes" label={t('notices.after')} extra={t('notices.afterHint')}>
        <InputNumber
          className="notice-after"
          min={1}
          max={1440}
          precision={0}
          suffix={t('notices.afterUnit')}
        />
      </Form.Item>
    </>
  )
}
