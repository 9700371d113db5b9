import type { PlatformSettings } from '../platformSettings/routes';

/** GPU support is on; the demo's data lake has one address a platform. */
export function demoSettings(platformId: string): PlatformSettings {
  return {
    gpu: { platformId, enabled: true },
    dataLakeUrls: [
      { platformId, name: 'Warehouse', url: 'hdfs://namenode.hadoop.internal:8020/warehouse' },
      { platformId, name: 'Archive', url: 's3a://demo-archive' },
    ],
    isAdministrator: true,
  };
}
