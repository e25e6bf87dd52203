import {
  AppstoreOutlined,
  ClusterOutlined,
  CloudUploadOutlined,
  DashboardOutlined,
  FileDoneOutlined,
  RadarChartOutlined,
  RobotOutlined,
} from '@ant-design/icons'
import type { ConsoleProduct } from '@netward/contract/product-routes'
import type { ReactNode } from 'react'
import './product-icon.css'

const glyphs: Record<ConsoleProduct, ReactNode> = {
  device_management: <ClusterOutlined />,
  monitoring: <DashboardOutlined />,
  link_testing: <RadarChartOutlined />,
  firmware: <CloudUploadOutlined />,
  work_orders: <FileDoneOutlined />,
  assistant: <RobotOutlined />,
}

/** The icon of a product or its application; a glyph without an image. The name stands beside it. */
export function ProductIcon({
  code,
  url,
  large = false,
}: {
  code: string
  url: string | null
  large?: boolean
}) {
  return (
    <span className={large ? 'product-icon product-icon-large' : 'product-icon'} aria-hidden="true">
      {url === null ? (
        ((glyphs as Record<string, ReactNode>)[code] ?? <AppstoreOutlined />)
      ) : (
        <img src={url} alt="" />
      )}
    </span>
  )
}
