import { SearchOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { AutoComplete, Input } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { stringifySearch } from '../../lib/search.ts'
import { useApi } from '../../lib/use-api.ts'

const offered = 8
/** The entry that leads to the whole list; ids are digits, so it is none of them. */
const wholeList = 'list'

/** Finds a device by part of a serial number, a MAC address in any notation, an address or a name. */
export function DeviceSearch() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim())
  const found = useApi(
    'POST /api/v1/device/lists',
    { search: wanted, pageSize: offered },
    { enabled: wanted.length >= 2, keepPrevious: true },
  )
  const devices = wanted.length >= 2 ? (found.data?.items ?? []) : []
  const options = devices.map((device) => ({
    value: device.id,
    label: (
      <div className="device-search-item">
        <strong>{device.name}</strong>
        <span className="mono">{device.serialNumber}</span>
        <span>{[device.ipAddress, device.macAddress].filter((part) => part !== null).join(' · ')}</span>
      </div>
    ),
  }))
  const openList = () => {
    if (text.trim() !== '')
      void navigate({ href: paths.smartCpeList + stringifySearch({ search: text.trim() }) })
  }
  return (
    <AutoComplete
      className="device-search"
      value={text}
      options={
        devices.length === 0 ? [] : [...options, { value: wholeList, label: <em>{t('shell.searchAll')}</em> }]
      }
      notFoundContent={wanted.length >= 2 && found.isSuccess ? t('shell.searchNothing') : null}
      popupMatchSelectWidth={380}
      defaultActiveFirstOption={false}
      onChange={(value: string) => setText(value)}
      onSelect={(value: string) => {
        setText(value === wholeList ? text : '')
        if (value === wholeList) openList()
        else void navigate({ href: paths.smartCpe(value) })
      }}
    >
      <Input
        aria-label={t('shell.searchDevices')}
        placeholder={t('shell.searchDevicesHint')}
        prefix={<SearchOutlined />}
        maxLength={100}
        allowClear
        onPressEnter={openList}
      />
    </AutoComplete>
  )
}
