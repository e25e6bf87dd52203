import { FileExcelOutlined } from '@ant-design/icons'
import { useLocation } from '@tanstack/react-router'
import { Button } from 'antd'
import type { EndpointInput } from '@netward/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiDownloadXlsx } from '../../lib/api-client.ts'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { parseSearch } from '../../lib/search.ts'
import { readListState } from '../../ui/list-state.ts'
import type { SearchField } from '../../ui/list-search-form.tsx'
import type { inventoryList } from '../../ui/inventory-row.ts'

export interface WorkbookButtonProps {
  readonly fields: readonly SearchField[]
  /** Columns that the list sorts by. */
  readonly sortable: readonly string[]
  readonly defaultSort: string
}

/** The list under its filters and in its order as a workbook. */
export function WorkbookButton({ fields, sortable, defaultSort }: WorkbookButtonProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const searchStr = useLocation({ select: (location) => location.searchStr })
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const defaults = { pageSize: 50, sort: defaultSort } as const
    const { filters, sort } = readListState(parseSearch(searchStr), fields, sortable, defaults)
    try {
      const cutAt = await apiDownloadXlsx(
        'POST /monitor/api/v1/inventory/export/xlsx',
        { ...filters, sort: sort as EndpointInput<typeof inventoryList>['sort'], page: 1, pageSize: 50 },
        t('shell.titles.inventory'),
      )
      if (cutAt !== null) notify.info(t('common.exportCut', { rows: format.number(cutAt) }))
    } catch {
      // The client has reported it.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={<FileExcelOutlined aria-hidden="true" />} loading={busy} onClick={() => void save()}>
      {busy ? t('inventory.exporting') : t('inventory.workbook')}
    </Button>
  )
}
