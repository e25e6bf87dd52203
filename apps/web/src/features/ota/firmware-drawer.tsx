import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { ModelsInput } from './models-input.tsx'
import { afterFirmware, type Firmware } from './ota.ts'

type Values = Pick<
  Firmware,
  | 'version'
  | 'manufacturer'
  | 'models'
  | 'hardwareVersions'
  | 'minimumVersion'
  | 'notesZh'
  | 'notesEn'
  | 'signedBy'
>

const noValues: Values = {
  version: '',
  manufacturer: '',
  models: [],
  hardwareVersions: [],
  minimumVersion: '',
  notesZh: '',
  notesEn: '',
  signedBy: '',
}

/** Describes a firmware, new or draft; its file is uploaded on its detail page. */
export function FirmwareDrawer(props: {
  firmware?: Firmware
  open: boolean
  onClose: () => void
  onCreated?: (id: string) => void
}) {
  const { t } = useTranslation()
  const { firmware } = props
  const create = useAct('POST /ota/api/v2/ota/firmware', { refresh: afterFirmware, errors: 'caller' })
  const edit = useAct('PUT /ota/api/v2/ota/firmware/:firmwareId', {
    refresh: afterFirmware,
    errors: 'caller',
  })
  const submit = async (values: Values) => {
    if (firmware !== undefined) {
      await edit.mutateAsync({ firmwareId: firmware.id, ...values })
      return
    }
    const made = await create.mutateAsync(values)
    props.onCreated?.(made.id)
  }
  return (
    <FormDrawer<Values>
      title={firmware === undefined ? t('ota.firmwareNew') : t('ota.firmwareEdit')}
      open={props.open}
      onClose={props.onClose}
      initialValues={firmware ?? noValues}
      onSubmit={submit}
    >
      <Form.Item
        name="version"
        label={t('ota.version')}
        extra={t('ota.versionHint')}
        rules={[{ required: true, whitespace: true, message: t('ota.versionEmpty') }]}
      >
        <Input maxLength={256} />
      </Form.Item>
      <Form.Item
        name="models"
        label={t('ota.models')}
        extra={t('ota.modelsHint')}
        rules={[{ required: true, type: 'array', min: 1, message: t('ota.modelsEmpty') }]}
      >
        <ModelsInput />
      </Form.Item>
      <Form.Item name="hardwareVersions" label={t('ota.hardwareVersions')} extra={t('ota.hardwareHint')}>
        <Select mode="tags" open={false} suffixIcon={null} maxCount={50} tokenSeparators={[',', '，', ';']} />
      </Form.Item>
      <Form.Item name="manufacturer" label={t('ota.manufacturer')} extra={t('ota.manufacturerHint')}>
        <Input maxLength={256} />
      </Form.Item>
      <Form.Item name="minimumVersion" label={t('ota.minimumVersion')} extra={t('ota.minimumVersionHint')}>
        <Input maxLength={256} />
      </Form.Item>
      <Form.Item name="signedBy" label={t('ota.signedBy')}>
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item name="notesZh" label={t('ota.notesZh')}>
        <Input.TextArea rows={3} maxLength={4000} />
      </Form.Item>
      <Form.Item name="notesEn" label={t('ota.notesEn')}>
        <Input.TextArea rows={3} maxLength={4000} />
      </Form.Item>
    </FormDrawer>
  )
}
