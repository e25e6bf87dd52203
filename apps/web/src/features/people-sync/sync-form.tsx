import type { EndpointInput } from '@netward/contract'
import { fieldWinners, leaverRules, syncFields } from '@netward/contract/people-sync-values'
import { syncIntervals } from '@netward/contract/setting-values'
import { Alert, Button, Form, InputNumber, Radio, Select, Switch } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, reportError } from '../../lib/api-errors.ts'
import { notify } from '../../lib/notify.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useRoleName } from '../../lib/use-role-name.ts'
import { fieldPath } from '../../ui/field-path.ts'
import { RoleRules, useRoleOptions } from './role-rules.tsx'
import { type Sync, syncRead } from './sync.ts'

type Values = Omit<EndpointInput<'PUT /api/v1/integration/:channelId/sync'>, 'channelId'>

export function SyncForm({ channelId, sync }: { channelId: string; sync: Sync }) {
  const { t } = useTranslation()
  const [form] = Form.useForm<Values>()
  const save = useAct('PUT /api/v1/integration/:channelId/sync', { refresh: [syncRead], errors: 'caller' })
  const send = async (values: Values) => {
    try {
      await save.mutateAsync({
        channelId,
        ...sync.settings,
        ...values,
        interval: values.interval ?? null,
        departmentId: values.departmentId ?? null,
        defaultRole: values.defaultRole ?? null,
        leaverMemberId: values.leaverMemberId ?? null,
      })
      notify.success(t('common.saved'))
    } catch (error) {
      if (!(error instanceof ApiError) || error.fields.length === 0) return reportError(error)
      form.setFields(
        error.fields.map(({ field, message }) => ({ name: fieldPath(field) as never, errors: [message] })),
      )
      form.scrollToField(fieldPath(error.fields[0]!.field), { focus: true })
    }
  }
  return (
    <Form
      form={form}
      layout="vertical"
      className="people-sync-form"
      disabled={!sync.mayEdit}
      initialValues={sync.settings}
      scrollToFirstError={{ focus: true }}
      onFinish={(values) => void send(values)}
    >
      {!sync.mayEdit && (
        <Alert type="info" showIcon className="people-sync-note" title={t('peopleSync.administratorsOnly')} />
      )}
      <Form.Item
        name="enabled"
        label={t('peopleSync.enabled')}
        extra={t('peopleSync.enabledHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
      <IntervalItem sync={sync} />
      <Form.Item
        name="addsPeople"
        label={t('peopleSync.addsPeople')}
        extra={t('peopleSync.addsPeopleHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
      <DepartmentItem sync={sync} />
      <fieldset className="people-sync-group">
        <legend>{t('peopleSync.winners')}</legend>
        <p className="quiet">{t('peopleSync.winnersHint')}</p>
        {syncFields.map((field) => (
          <Form.Item key={field} name={['winners', field]} label={t(`peopleSync.fields.${field}`)}>
            <Radio.Group
              options={fieldWinners.map((value) => ({ value, label: t(`peopleSync.winner.${value}`) }))}
            />
          </Form.Item>
        ))}
      </fieldset>
      <RoleRules channelId={channelId} />
      <DefaultRoleItem sync={sync} />
      <LeaverItems sync={sync} />
      <fieldset className="people-sync-group">
        <legend>{t('peopleSync.limits')}</legend>
        <p className="quiet">{t('peopleSync.limitsHint')}</p>
        <Form.Item name="stopShare" label={t('peopleSync.stopShare')} required>
          <InputNumber min={1} max={100} precision={0} />
        </Form.Item>
        <Form.Item name="stopCount" label={t('peopleSync.stopCount')} required>
          <InputNumber min={0} max={100_000} precision={0} />
        </Form.Item>
      </fieldset>
      <Button type="primary" htmlType="submit" loading={save.isPending}>
        {t('common.save')}
      </Button>
    </Form>
  )
}

function IntervalItem({ sync }: { sync: Sync }) {
  const { t } = useTranslation()
  return (
    <Form.Item name="interval" label={t('peopleSync.interval')}>
      <Select
        allowClear
        placeholder={t('peopleSync.platformInterval', {
          interval: t(`peopleSync.intervals.${sync.platformInterval}`),
        })}
        options={syncIntervals.map((value) => ({ value, label: t(`peopleSync.intervals.${value}`) }))}
      />
    </Form.Item>
  )
}

function DepartmentItem({ sync }: { sync: Sync }) {
  const { t } = useTranslation()
  const { data } = useApi('GET /api/v1/auth/department', {})
  const byId = new Map((data ?? []).map((one) => [one.id, one]))
  const pathOf = (id: string): string => {
    const found = byId.get(id)
    if (found === undefined || found.isRoot) return ''
    const above = found.parentId === null ? '' : pathOf(found.parentId)
    return above === '' ? found.name : `${above} / ${found.name}`
  }
  const options = (data ?? [])
    .filter(({ isRoot }) => !isRoot)
    .map(({ id }) => ({ value: id, label: pathOf(id) }))
  const { departmentId } = sync.settings
  const known =
    departmentId === null || byId.has(departmentId)
      ? []
      : [{ value: departmentId, label: sync.department.join(' / ') }]
  return (
    <Form.Item name="departmentId" label={t('peopleSync.department')} extra={t('peopleSync.departmentHint')}>
      <Select allowClear showSearch={{ optionFilterProp: 'label' }} options={[...options, ...known]} />
    </Form.Item>
  )
}

function DefaultRoleItem({ sync }: { sync: Sync }) {
  const { t } = useTranslation()
  const roleName = useRoleName()
  return (
    <Form.Item name="defaultRole" label={t('peopleSync.defaultRole')} extra={t('peopleSync.defaultRoleHint')}>
      <Select
        allowClear
        placeholder={t('peopleSync.companyDefaultRole', { role: roleName(sync.companyDefaultRole) })}
        options={useRoleOptions()}
      />
    </Form.Item>
  )
}

function LeaverItems({ sync }: { sync: Sync }) {
  const { t } = useTranslation()
  const rule = Form.useWatch('leaverRule', Form.useFormInstance<Values>())
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const { data } = useApi(
    'POST /api/v1/auth/member/lists',
    { status: 'enabled', page: 1, pageSize: 50, ...(wanted !== '' && { search: wanted }) },
    { keepPrevious: true, enabled: rule === 'member' },
  )
  const found = (data?.items ?? []).map(({ memberId, displayName, userName }) => ({
    value: memberId,
    label: userName === null ? displayName : `${displayName} (${userName})`,
  }))
  const { leaverMemberId } = sync.settings
  const known =
    leaverMemberId === null || found.some(({ value }) => value === leaverMemberId)
      ? []
      : [{ value: leaverMemberId, label: sync.leaverName ?? leaverMemberId }]
  return (
    <>
      <Form.Item name="leaverRule" label={t('peopleSync.leaverRule')} extra={t('peopleSync.leaverRuleHint')}>
        <Radio.Group
          options={leaverRules.map((value) => ({ value, label: t(`peopleSync.leaverRules.${value}`) }))}
        />
      </Form.Item>
      {rule === 'member' && (
        <Form.Item
          name="leaverMemberId"
          label={t('peopleSync.leaverMember')}
          rules={[{ required: true, message: t('errors.people_sync.successor_missing') }]}
        >
          <Select showSearch={{ filterOption: false, onSearch: setSearch }} options={[...found, ...known]} />
        </Form.Item>
      )}
    </>
  )
}
