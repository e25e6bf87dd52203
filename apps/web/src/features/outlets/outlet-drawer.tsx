import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { provinces } from '@netward/contract/outlet-values'
import { AutoComplete, Button, Form, Input, InputNumber, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { LoadingState } from '../../ui/states.tsx'
import { afterChange, type OutletDetail, type OutletRow } from './outlet.ts'
import './outlets.css'

interface Values {
  name: string
  code: string
  province: string
  city: string
  district: string
  address: string
  latitude: number | null
  longitude: number | null
  timeZone: string | undefined
  businessHours: string
  contacts: { name: string; phone: string }[]
  departmentId: string | null
  note: string
}

const empty: Values = {
  name: '',
  code: '',
  province: '',
  city: '',
  district: '',
  address: '',
  latitude: null,
  longitude: null,
  timeZone: undefined,
  businessHours: '',
  contacts: [],
  departmentId: null,
  note: '',
}

const mostContacts = 5
const timeZones = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }))

interface Props {
  /** Null: a new one. */
  outlet: OutletRow | OutletDetail | null
  open: boolean
  onClose: () => void
}

/** Creates an outlet, or changes one: a row of the list does not hold all of it, so it is read first. */
export function OutletDrawer({ outlet, open, onClose }: Props) {
  const { t } = useTranslation()
  const { companyName } = useCompanyScope()
  const outletId = outlet?.id ?? ''
  const whole = useApi(
    'GET /api/v1/outlet/:outletId',
    { outletId },
    { enabled: open && outlet !== null },
  ).data
  const create = useAct('POST /api/v1/outlet', { errors: 'caller', refresh: afterChange })
  const edit = useAct('PUT /api/v1/outlet/:outletId', { errors: 'caller', refresh: afterChange })
  const initialValues = useMemo(() => (whole === undefined ? empty : valuesOf(whole)), [whole])
  const reading = outlet !== null && whole?.id !== outletId
  const submit = (values: Values) => {
    const { timeZone, ...others } = values
    const given = { ...others, ...(timeZone !== undefined && { timeZone }) }
    return outlet === null ? create.mutateAsync(given) : edit.mutateAsync({ outletId, ...given })
  }
  return (
    <FormDrawer<Values>
      // What was read afterwards is what the form begins with.
      key={reading ? 'reading' : outletId}
      title={outlet === null ? t('outlets.createTitle', { company: companyName }) : t('outlets.editTitle')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={submit}
      width={560}
    >
      {reading ? <LoadingState /> : <Fields companyId={whole?.companyId} enabled={open} />}
    </FormDrawer>
  )
}

function valuesOf(outlet: OutletDetail): Values {
  const { name, code, province, city, district, address, latitude, longitude, timeZone } = outlet
  const { businessHours, contacts, departmentId, note } = outlet
  return {
    name,
    code,
    province,
    city,
    district,
    address,
    latitude,
    longitude,
    timeZone,
    businessHours,
    contacts: [...contacts],
    departmentId,
    note,
  }
}

function Fields({ companyId, enabled }: { companyId: string | undefined; enabled: boolean }) {
  const { t } = useTranslation()
  const form = Form.useFormInstance<Values>()
  const province = Form.useWatch('province', form) ?? ''
  const offered = useApi(
    'GET /api/v1/outlet/values',
    {
      ...(companyId !== undefined && { companyId }),
      ...(province.trim() !== '' && { province: province.trim() }),
    },
    { enabled, keepPrevious: true },
  ).data
  const provincesOffered = [...new Set([...provinces, ...(offered?.provinces ?? [])])]
  const holding = (typed: string, option?: { value?: unknown }) => String(option?.value).includes(typed)
  return (
    <>
      <h3 className="outlet-form-part">{t('outlets.basic')}</h3>
      <div className="outlet-form-row">
        <Form.Item
          name="name"
          label={t('outlets.name')}
          rules={[{ required: true, whitespace: true, message: t('outlets.nameEmpty') }]}
        >
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="code"
          label={t('outlets.code')}
          extra={t('outlets.codeHint')}
          rules={[{ pattern: /^[A-Za-z0-9._-]*$/, message: t('outlets.codeWrong') }]}
        >
          <Input maxLength={40} autoComplete="off" spellCheck={false} />
        </Form.Item>
      </div>
      <Form.Item name="departmentId" label={t('outlets.department')} extra={t('outlets.departmentHint')}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          options={(offered?.departments ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          placeholder={t('common.pleaseSelect')}
        />
      </Form.Item>
      <h3 className="outlet-form-part">{t('outlets.location')}</h3>
      <div className="outlet-form-row outlet-form-three">
        <Form.Item name="province" label={t('outlets.province')}>
          <AutoComplete
            showSearch={{ filterOption: holding }}
            options={provincesOffered.map((value) => ({ value }))}
            maxLength={60}
          />
        </Form.Item>
        <Form.Item name="city" label={t('outlets.city')}>
          <AutoComplete
            showSearch={{ filterOption: holding }}
            options={(offered?.cities ?? []).map((value) => ({ value }))}
            maxLength={60}
          />
        </Form.Item>
        <Form.Item name="district" label={t('outlets.district')}>
          <Input maxLength={60} autoComplete="off" />
        </Form.Item>
      </div>
      <Form.Item name="address" label={t('outlets.address')}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <div className="outlet-form-row outlet-form-three">
        <Form.Item name="latitude" label={t('outlets.latitude')}>
          <InputNumber min={-90} max={90} className="outlet-number" />
        </Form.Item>
        <Form.Item name="longitude" label={t('outlets.longitude')}>
          <InputNumber min={-180} max={180} className="outlet-number" />
        </Form.Item>
        <Form.Item name="timeZone" label={t('outlets.timeZone')}>
          <Select showSearch options={timeZones} placeholder="Asia/Shanghai" />
        </Form.Item>
      </div>
      <h3 className="outlet-form-part">{t('outlets.operation')}</h3>
      <Form.Item name="businessHours" label={t('outlets.businessHours')}>
        <Input maxLength={100} autoComplete="off" placeholder={t('outlets.businessHoursHint')} />
      </Form.Item>
      <Contacts />
      <Form.Item name="note" label={t('outlets.note')}>
        <Input.TextArea maxLength={2000} showCount autoSize={{ minRows: 2, maxRows: 8 }} />
      </Form.Item>
    </>
  )
}

function Contacts() {
  const { t } = useTranslation()
  return (
    <Form.List name="contacts">
      {(fields, { add, remove }) => (
        <fieldset className="outlet-contacts">
          <legend>{t('outlets.contacts')}</legend>
          {fields.map(({ key, name }) => (
            <div key={key} className="outlet-contact">
              <Form.Item
                name={[name, 'name']}
                rules={[{ required: true, whitespace: true, message: t('validation.missing') }]}
              >
                <Input
                  maxLength={100}
                  autoComplete="off"
                  placeholder={t('outlets.contactName')}
                  aria-label={t('outlets.contactName')}
                />
              </Form.Item>
              <Form.Item name={[name, 'phone']}>
                <Input
                  maxLength={40}
                  autoComplete="off"
                  inputMode="tel"
                  placeholder={t('outlets.contactPhone')}
                  aria-label={t('outlets.contactPhone')}
                />
              </Form.Item>
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('outlets.contactRemove')}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          {fields.length < mostContacts && (
            <Button
              type="dashed"
              icon={<PlusOutlined />}
              onClick={() => add({ name: '', phone: '' })}
              className="outlet-contact-add"
            >
              {t('outlets.contactAdd')}
            </Button>
          )}
        </fieldset>
      )}
    </Form.List>
  )
}
