import { testGeneration } from './testGeneration';

testGeneration('recent');
