// As n8n runs. Otherwise graphql looks at each type for one of another copy of itself, which takes most of a test's time.
process.env.NODE_ENV = 'production';
