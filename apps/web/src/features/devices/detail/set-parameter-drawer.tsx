import { WarningOutlined } from '@ant-design/icons'
import { isDangerousPath, isSecretPath } from '@netward/cwmp/data-model'
import { type ParameterType, parameterTypes } from '@netward/contract/parameter-types'
import { Form, Input, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api-errors.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { CopyText } from '../../../ui/copy-text.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { knownType, type NewValue, type Parameter, wrongValue } from './parameter.ts'

interface Values {
  values: [{ value: string; type?: ParameterType }]
}

interface Props {
  parameter: Parameter | null
  onClose: () => void
  onSet: (values: readonly NewValue[], confirmed: boolean) => Promise<void>
}

const valueName = ['values', 0, 'value']
const typeName = ['values', 0, 'type']

/** Sets one parameter. Parameters that affect reachability are confirmed twice. */
export function SetParameterDrawer({ parameter, onClose, onSet }: Props) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const path = parameter?.path ?? ''
  const dangerous = isDangerousPath(path)
  const secret = isSecretPath(path)
  const reported = parameter?.type ?? null
  const before = parameter?.value ?? null
  const initialValues = useMemo<Values>(() => {
    const type = knownType(reported)
    return { values: [{ value: secret ? '' : (before ?? ''), ...(type !== undefined && { type }) }] }
  }, [reported, before, secret])

  const submit = async ({ values: [given] }: Values) => {
    const value = given.value ?? ''
    const wanted = [{ path, value, ...(given.type !== undefined && { type: given.type }) }]
    if (!dangerous) return onSet(wanted, false)
    const sure = await confirm({
      title: t('devices.param.dangerTitle'),
      text: (
        <>
          <p className="device-plain">{t('devices.param.dangerText')}</p>
          <p className="device-plain mono parameter-text">
            {path} = {secret ? '••••••' : value}
          </p>
        </>
      ),
      action: t('devices.param.set'),
    })
    // The drawer stays open; the user already knows, so no notice.
    if (!sure) throw new ApiError({ code: 'aborted', message: '' })
    return onSet(wanted, true)
  }

  return (
    <FormDrawer<Values>
      title={t('devices.param.setTitle')}
      open={parameter !== null}
      onClose={onClose}
      initialValues={initialValues}
      submitText={t('devices.param.set')}
      savedText={t('devices.param.setQueued')}
      onSubmit={submit}
    >
      <Form.Item label={t('devices.param.path')}>
        <CopyText text={path} />
      </Form.Item>
      {dangerous && (
        <p className="device-remark device-remark-warn parameter-danger" role="note">
          <WarningOutlined aria-hidden="true" />
          <span>{t('devices.param.danger')}</span>
        </p>
      )}
      <Form.Item label={t('devices.param.currentValue')}>
        {secret ? (
          <span className="device-quiet">{t('devices.param.secret')}</span>
        ) : (
          <span className="mono parameter-text">
            {before === '' ? t('devices.param.empty') : (before ?? '—')}
          </span>
        )}
      </Form.Item>
      <Form.Item name={typeName} label={t('devices.param.type')} extra={t('devices.param.typeHint')}>
        <Select
          allowClear
          placeholder={t('devices.param.typeUnknown')}
          options={parameterTypes.map((type) => ({ value: type, label: type }))}
        />
      </Form.Item>
      <Form.Item noStyle dependencies={[typeName]}>
        {({ getFieldValue }) => {
          const type = getFieldValue(typeName) as ParameterType | undefined
          return (
            <Form.Item
              name={valueName}
              label={t('devices.param.newValue')}
              rules={[
                {
                  validator(_rule, value: string | undefined) {
                    const wrong = wrongValue(type, value ?? '')
                    return wrong === null
                      ? Promise.resolve()
                      : Promise.reject(new Error(t(`devices.param.${wrong}`)))
                  },
                },
              ]}
            >
              {type === 'boolean' ? (
                <Select
                  options={[
                    { value: 'true', label: t('devices.param.true') },
                    { value: 'false', label: t('devices.param.false') },
                  ]}
                />
              ) : secret ? (
                <Input.Password autoComplete="new-password" maxLength={65_536} />
              ) : (
                <Input.TextArea
                  autoSize={{ minRows: 1, maxRows: 8 }}
                  maxLength={65_536}
                  autoComplete="off"
                  spellCheck={false}
                />
              )}
            </Form.Item>
          )
        }}
      </Form.Item>
    </FormDrawer>
  )
}
