import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { useRoleName } from '../../lib/use-role-name.ts'

/** Roles that the user may give. */
export function useRoleOptions(): { value: string; label: string }[] {
  const roleName = useRoleName()
  const { data } = useApi('GET /api/v1/auth/member/roles', {})
  return (data ?? [])
    .filter(({ mayGive }) => mayGive)
    .map(({ role, name }) => ({ value: role, label: roleName(name) }))
}

/** Which roles people get for a department or group of the directory. */
export function RoleRules({ channelId }: { channelId: string }) {
  const { t } = useTranslation()
  const roles = useRoleOptions()
  return (
    <fieldset className="people-sync-group">
      <legend>{t('peopleSync.roleRules')}</legend>
      <p className="quiet">{t('peopleSync.roleRulesHint')}</p>
      <Form.List name="roleRules">
        {(fields, { add, remove }) => (
          <>
            {fields.map(({ key, name }) => (
              <div key={key} className="people-sync-rule">
                <Form.Item name={[name, 'by']} label={t('peopleSync.ruleFor')}>
                  <Select
                    options={(['department', 'group'] as const).map((value) => ({
                      value,
                      label: t(`peopleSync.ruleBy.${value}`),
                    }))}
                  />
                </Form.Item>
                <OutsideItem channelId={channelId} index={name} />
                <Form.Item
                  name={[name, 'role']}
                  label={t('peopleSync.ruleRole')}
                  rules={[{ required: true, message: t('integrations.required') }]}
                >
                  <Select options={roles} />
                </Form.Item>
                <Button
                  type="text"
                  icon={<DeleteOutlined aria-hidden="true" />}
                  aria-label={`${t('peopleSync.removeRule')} ${name + 1}`}
                  onClick={() => remove(name)}
                />
              </div>
            ))}
            <Button
              icon={<PlusOutlined aria-hidden="true" />}
              disabled={fields.length >= 100}
              onClick={() => add({ by: 'department', name: '' })}
            >
              {t('peopleSync.addRule')}
            </Button>
          </>
        )}
      </Form.List>
    </fieldset>
  )
}

/** A department that was read, or a group that the service finds. */
function OutsideItem({ channelId, index }: { channelId: string; index: number }) {
  const { t } = useTranslation()
  const form = Form.useFormInstance()
  const by: unknown = Form.useWatch(['roleRules', index, 'by'], form)
  const chosen: unknown = Form.useWatch(['roleRules', index, 'outsideId'], form)
  const known: unknown = Form.useWatch(['roleRules', index, 'name'], { form, preserve: true })
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const given = { channelId, search: wanted }
  const departments = useApi('POST /api/v1/integration/:channelId/sync/departments/lists', given, {
    keepPrevious: true,
    enabled: by === 'department',
  })
  const groups = useApi('POST /api/v1/integration/:channelId/sync/groups/lists', given, {
    keepPrevious: true,
    enabled: by === 'group',
  })
  const found = (by === 'group' ? groups : departments).data ?? []
  const options = [
    ...found.map(({ id, name }) => ({ value: id, label: name === '' ? id : name })),
    ...(typeof chosen === 'string' && !found.some(({ id }) => id === chosen)
      ? [{ value: chosen, label: typeof known === 'string' && known !== '' ? known : chosen }]
      : []),
  ]
  return (
    <>
      <Form.Item name={[index, 'name']} hidden>
        <input />
      </Form.Item>
      <Form.Item
        name={[index, 'outsideId']}
        label={by === 'group' ? t('peopleSync.ruleBy.group') : t('peopleSync.ruleBy.department')}
        rules={[{ required: true, message: t('integrations.required') }]}
      >
        <Select
          showSearch={{ filterOption: false, onSearch: setSearch }}
          placeholder={t('peopleSync.chooseOutside')}
          notFoundContent={t('peopleSync.noneFound')}
          options={options}
          onChange={(id: string) =>
            form.setFieldValue(
              ['roleRules', index, 'name'],
              options.find(({ value }) => value === id)?.label ?? '',
            )
          }
        />
      </Form.Item>
    </>
  )
}
