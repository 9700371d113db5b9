import type { SandboxConfFiles } from '../confFiles/store';

const FILES: Record<string, string> = {
  '/certificates/README.txt': `Put the certificates of private authorities here, in PEM format, one per file (*.crt).
Jobs find them in /etc/ssl/private-authorities when they start.
`,
  '/hadoop/core-site.xml': `<?xml version="1.0" encoding="UTF-8"?>
<configuration>
  <property>
    <name>fs.defaultFS</name>
    <value>hdfs://namenode.hadoop.internal:8020</value>
  </property>
  <property>
    <name>io.file.buffer.size</name>
    <value>131072</value>
  </property>
</configuration>
`,
  '/spark/log4j.properties': `log4j.rootCategory=WARN, console
log4j.appender.console=org.apache.log4j.ConsoleAppender
log4j.appender.console.target=System.err
log4j.appender.console.layout=org.apache.log4j.PatternLayout
log4j.appender.console.layout.ConversionPattern=%d{yy/MM/dd HH:mm:ss} %p %c{1}: %m%n
`,
  '/spark/spark-defaults.conf': `spark.executor.memory          4g
spark.executor.cores           2
spark.sql.shuffle.partitions   64
`,
};

export function seedConfFiles({ paths, write }: SandboxConfFiles): void {
  if (paths().length > 0) return;
  for (const [path, content] of Object.entries(FILES)) write(path, content);
}
